// A presentation in the real window: the sentence, the formula and the maps, with one caption. All keys work as before.
#include "Settings.h"
#include "app/windowBench.h"
#include "controls/TokenChips.h"
#include "panels/MessagePanel.h"
#include "panels/StatusPanel.h"
#include "panels/course/CoursePanel.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/steps/StepsPanel.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QLabel>
#include <QTextBrowser>
#include <QToolButton>
#include <QToolTip>

using namespace headlight;
using testing::control;
using testing::menuAction;

namespace {

/// Takes the shortcuts of an action, so that it does nothing.
class Taken : public QObject {
public:
    explicit Taken(QAction& action) : action_(action), wasEnabled_(action.isEnabled()) {
        action.setEnabled(true);
        action.installEventFilter(this);
    }
    ~Taken() override { action_.setEnabled(wasEnabled_); }
    int count() const { return count_; }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        const bool isTaken = event->type() == QEvent::Shortcut;
        count_ += isTaken;
        return isTaken;
    }

private:
    QAction& action_;
    const bool wasEnabled_;
    int count_ = 0;
};

QRect placeOf(const QWidget& widget) { return {widget.mapTo(widget.window(), QPoint()), widget.size()}; }

} // namespace

class PresentationTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() {
        end();
        QSettings(QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight").clear(); // the size of text
    }

    void onlyWhatIsLookedAtIsShown() {
        for (const bool isPresenting : {false, true, false}) {
            if (isPresenting != state().isPresenting) key(Qt::Key_F5);
            QCOMPARE(state().isPresenting, isPresenting);
            for (const char* name : {"Sentence", "Tokenizer", "Examples", "+ Add", "Collapse or expand the pipeline",
                                     "Show", "Display", "Sizes", "How the number came to be"})
                QVERIFY2(control<QWidget>(*window_, name)->isVisible() != isPresenting, name);
            QVERIFY(window_->menuBar()->isVisible() != isPresenting);
            QVERIFY(window_->findChild<StatusPanel*>()->isVisible() != isPresenting);
            QVERIFY(control<QToolButton>(*window_, "Normalisation")->isEnabled() != isPresenting); // it is text
            for (const char* name : {"Tokens", "weights", "Scores, head 2"})
                QVERIFY2(control<QWidget>(*window_, name)->isVisible(), name);
        }
    }

    /// Another window of the program may show other panels meanwhile.
    void thePanelsAreAsBefore() {
        menuAction(*window_, "Inspector")->trigger();
        QVERIFY(!control<QWidget>(*window_, "How the number came to be")->isVisible());
        key(Qt::Key_F5);
        Settings().hiddenPanels.set({"Parameters"});
        key(Qt::Key_F5);
        QVERIFY(!control<QWidget>(*window_, "How the number came to be")->isVisible());
        QVERIFY(control<QWidget>(*window_, "Sizes")->isVisible());
    }

    void aToolTipDoesNotStay() {
        for (int time = 0; time < 2; ++time) { // as it begins and ends
            auto* chips = control<QWidget>(*window_, "Tokens");
            QToolTip::showText(chips->mapToGlobal(QPoint(4, 4)), "a tip", chips);
            QVERIFY(QToolTip::isVisible());
            key(Qt::Key_F5);
            QTRY_VERIFY(!QToolTip::isVisible());
        }
    }

    /// A lesson that asks for an edit says how to come to the table, which is hidden.
    void aLessonSaysHowToEdit() {
        menuAction(*window_, examples()[2].shownTitle())->trigger();
        key(Qt::Key_F5);
        QVERIFY(control<QLabel>(*window_, "Caption")->text().contains("Ctrl+1 shows W"));
    }

    /// Beside the tokens if they leave the space, else over the formula.
    void theHintCoversNoToken_data() {
        QTest::addColumn<int>("presses"); // of the key for larger text
        QTest::addColumn<QString>("second");
        QTest::newRow("125 %") << 0 << QString();
        QTest::newRow("200 %") << 3 << QString();
        QTest::newRow("a longer second sentence") << 0 << QString("one two three four five six seven").repeated(2);
    }
    void theHintCoversNoToken() {
        QFETCH(int, presses);
        QFETCH(QString, second);
        if (!second.isEmpty()) {
            const Session two = withSecondSentence(testing::session(*window_), true).value();
            QVERIFY(window_->workbench().apply(
                "Edit", testing::givenEdit(withSentence(two, second.toStdString(), {}, Sentence::Second))));
        }
        key(Qt::Key_F5);
        for (int i = 0; i < presses; ++i) key(Qt::Key_Plus, Qt::ControlModifier);
        const auto* hint = window_->findChild<MessagePanel*>();
        QTRY_VERIFY(testing::settled(*window_) && hint->isVisible());
        for (const auto* chips : window_->findChildren<TokenChips*>()) {
            if (!chips->isVisible()) continue;
            const QRect last = chips->visualRect(chips->model()->index(7, 0)) & chips->rect();
            QVERIFY(!last.isEmpty());
            QVERIFY(!placeOf(*hint).intersects(last.translated(placeOf(*chips).topLeft())));
        }
        QVERIFY(placeOf(*hint).bottom() < placeOf(*window_->findChild<HeatmapsPanel*>()).top());
    }

    void theHintCoversNoMapAndGoesByItself() {
        key(Qt::Key_F5);
        QVERIFY(state().notice.contains("Esc"));
        const auto* hint = window_->findChild<MessagePanel*>();
        const auto* maps = window_->findChild<HeatmapsPanel*>();
        const auto bottomOf = [](const QWidget* widget) {
            return widget->mapToGlobal(widget->rect().bottomLeft()).y();
        };
        QTRY_VERIFY(hint->isVisible() && bottomOf(hint) < maps->mapToGlobal(QPoint()).y());
        QTRY_VERIFY(state().notice.isEmpty());
    }

    /// Qt ignores the shortcuts of a menu bar that is hidden.
    void everyKeyOfTheMenusWorks() {
        const QStringList usual = keysThatWork();
        QVERIFY2(usual.size() > 30, qPrintable(usual.join(u' ')));
        key(Qt::Key_F5);
        QVERIFY(!window_->menuBar()->isVisible());
        QCOMPARE(keysThatWork(), usual);
    }

    /// The bar is there while its first menu is open. (Offscreen menus close at once, since there is nothing to grab.)
    void theMenusComeForAMoment_data() {
        QTest::addColumn<Qt::Key>("opener");
        QTest::addColumn<Qt::KeyboardModifier>("with");
        QTest::newRow("F10") << Qt::Key_F10 << Qt::NoModifier;
        QTest::newRow("Alt") << Qt::Key_Alt << Qt::NoModifier;
        QTest::newRow("Alt and the letter of a menu") << Qt::Key_F << Qt::AltModifier;
    }
    void theMenusComeForAMoment() {
        QFETCH(Qt::Key, opener);
        QFETCH(Qt::KeyboardModifier, with);
        key(Qt::Key_F5);
        QList<bool> wasVisible;
        connect(window_->menuBar()->actions().front()->menu(), &QMenu::aboutToShow, window_.get(),
                [&] { wasVisible << window_->menuBar()->isVisible(); });
        key(opener, with);
        QTRY_COMPARE(wasVisible, QList{true});
        if (QWidget* menu = QApplication::activePopupWidget()) QTest::keyClick(menu, Qt::Key_Escape);
        QTRY_VERIFY(!window_->menuBar()->isVisible());
        QVERIFY(state().isPresenting);
        window_->activateWindow(); // offscreen, a menu that closes leaves it inactive
        QTRY_VERIFY(window_->isActiveWindow());
        key(Qt::Key_F5);
        QVERIFY(window_->menuBar()->isVisible());
    }

    /// The arrows move the selection without it.
    void aClickBringsTheInspector() {
        const auto* page = control<QTextBrowser>(*window_, "How the number came to be");
        key(Qt::Key_F5);
        key(Qt::Key_Right);
        QVERIFY(!page->isVisible());
        auto* map = control<HeatmapView>(*window_, "Scores, head 2");
        QTRY_VERIFY(testing::settled(*window_));
        QTest::mouseClick(map, Qt::LeftButton, {}, map->area().cells(3, 4, 1, 1).center().toPoint());
        QVERIFY(page->isVisible());
        QCOMPARE(state().view.query, 3);
        key(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(!page->isVisible());
        key(Qt::Key_F5);
        QVERIFY(page->isVisible());
    }

    /// With larger text the digits do not become smaller, and the maps use the window, with a lesson, too.
    void theMapsFillTheWindow_data() {
        QTest::addColumn<bool>("hasLesson");
        QTest::addColumn<int>("presses"); // of the key for larger text, from 125 %
        for (const bool hasLesson : {false, true})
            for (const int presses : {0, 1, 3})
                QTest::addRow("%s, %d times larger", hasLesson ? "a lesson" : "no lesson", presses)
                    << hasLesson << presses;
    }
    void theMapsFillTheWindow() {
        QFETCH(bool, hasLesson);
        QFETCH(int, presses);
        if (hasLesson) menuAction(*window_, examples()[3].shownTitle())->trigger();
        key(Qt::Key_F5);
        for (int i = 0; i < presses; ++i) key(Qt::Key_Plus, Qt::ControlModifier);
        QTRY_VERIFY(testing::settled(*window_));
        const QRect space = placeOf(*window_->findChild<HeatmapsPanel*>());
        QRect used;
        for (const auto* view : window_->findChildren<HeatmapView*>()) {
            used |= placeOf(*view);
            const MapContent& shown = view->content();
            QVERIFY(shown.format.shown() && shown.textSize >= 1);
            QVERIFY(shown.format.points <= kCellPt); // times the text size, as the labels
        }
        QVERIFY2(used.width() > 0.85 * space.width() && used.height() > 0.85 * space.height(),
                 qPrintable(QString("%1 x %2").arg(used.width()).arg(used.height())));
    }

    /// A window that is closed in a presentation begins with the panels from before.
    void closingKeepsThePanels() {
        key(Qt::Key_F5);
        window_->close();
        begin();
        QVERIFY(control<QWidget>(*window_, "Sizes")->isVisible() && window_->menuBar()->isVisible());
        QVERIFY(control<QTextBrowser>(*window_, "How the number came to be")->isVisible());
    }

    void thereIsOneCaption() {
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        const auto* course = window_->findChild<CoursePanel*>();
        auto* steps = window_->findChild<StepsPanel*>();
        window_->workbench().goToStep(state().stepAfter(1));
        QVERIFY(course->isVisible() && steps->isVisible());
        key(Qt::Key_F5);
        const auto places = [&] {
            QList<QPoint> found{steps->pos()};
            for (const char* icon : {"Previous", "Play", "Next"})
                for (const QString what : {"", " step", " lesson"})
                    for (const auto* button : steps->findChildren<QToolButton*>())
                        if (button->accessibleName() == QString(icon) + what) found << button->pos();
            return found;
        };
        QTRY_VERIFY(testing::settled(*window_));
        const QList<QPoint> ofStep = places();
        QCOMPARE(ofStep.size(), 4);
        QVERIFY(!course->isVisible() && steps->isVisible());
        window_->workbench().goToStep({});
        QTRY_VERIFY(testing::settled(*window_));
        QVERIFY(!course->isVisible() && steps->isVisible());
        QVERIFY(control<QLabel>(*steps, "Caption")->text().contains(examples()[3].shownTitle()));
        QCOMPARE(places(), ofStep);
        key(Qt::Key_F5);
        QVERIFY(course->isVisible() && !steps->isVisible());
    }

    /// 22 px, in the space that it has for every lesson and step.
    void everyLessonFitsTheCaption() {
        key(Qt::Key_F5);
        for (const Example& lesson : examples()) {
            menuAction(*window_, lesson.shownTitle())->trigger();
            QTRY_VERIFY(testing::settled(*window_));
            const auto* caption = control<QLabel>(*window_, "Caption");
            QVERIFY(caption->text().contains(lesson.shownTitle().toHtmlEscaped()));
            QVERIFY(caption->fontInfo().pixelSize() >= 21);
            QVERIFY2(caption->heightForWidth(caption->width()) <= caption->height(), lesson.title);
        }
    }

    /// While a head is stepped through, the others are dimmed, until the heads are joined.
    void theOtherHeadsAreDimmed() {
        const auto areDimmed = [&] {
            QList<bool> dimmed;
            for (const char* name : {"Weights, head 1", "Weights, head 2", "Weights, head 3"})
                dimmed << control<HeatmapView>(*window_, name)->content().isDimmed;
            return dimmed;
        };
        QCOMPARE(areDimmed(), (QList{false, false, false}));
        window_->workbench().goToStep(Step{Stage::Scores});
        QCOMPARE(areDimmed(), (QList{true, false, true}));
        key(Qt::Key_Escape);
        QCOMPARE(areDimmed(), (QList{false, false, false}));
    }
    /// Returns the keys of the menus, and of their submenus, that reach their entries from the maps.
    QStringList keysThatWork() {
        QStringList keys;
        for (QAction* menu : window_->menuBar()->actions()) addKeys(*menu->menu(), keys);
        return keys;
    }
    void addKeys(const QMenu& menu, QStringList& keys) {
        for (QAction* action : menu.actions()) {
            if (action->menu()) addKeys(*action->menu(), keys);
            for (const QKeySequence& one : action->shortcuts()) {
                const Taken taken(*action);
                window_->findChild<HeatmapsPanel*>()->takeFocus();
                key(one[0].key(), one[0].keyboardModifiers());
                if (taken.count() == 1) keys << one.toString();
            }
        }
    }
};

QTEST_MAIN(PresentationTest)
#include "tst_presentation.moc"
