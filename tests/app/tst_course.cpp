// The course in the real window: a card below the maps that leads from example to example, also in a presentation.
#include "app/windowBench.h"
#include "panels/course/CoursePanel.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/pipeline/PipelinePanel.h"
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageButton.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/clipped.h"
#include "support/givenEdit.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::settled;

namespace {

QRect placeOf(const QWidget& widget) { return {widget.mapTo(widget.window(), QPoint()), widget.size()}; }

} // namespace

class CourseTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() {
        end();
        store().clear();
    }

    /// Examples are opened from the menu, and by Next and Back. No question is asked, since undo returns to the edits.
    void aLessonIsOpenedWithItsCard() {
        QVERIFY(!course().isVisible()); // the window began with an example, but has no card
        menuAction(*window_, examples()[1].shownTitle())->trigger();
        QCOMPARE(card(), "2 of 15 · " + examples()[1].shownTitle());
        QVERIFY(window_->workbench().apply(
            "Edit", testing::givenEdit(withCell(testing::session(*window_), {Parameter::X, 0, 0}, 0, 0, 7))));
        QCOMPARE(card(), "2 of 15 · " + examples()[1].shownTitle() + " · edited");
        press("Next");
        QCOMPARE(card(), "3 of 15 · " + examples()[2].shownTitle());
        undoOpening(examples()[1]);
        QCOMPARE(card(), "2 of 15 · " + examples()[1].shownTitle() + " · edited");
        press("Back");
        QCOMPARE(card(), "1 of 15 · " + examples()[0].shownTitle());
        menuAction(*window_, "New")->trigger();
        QCOMPARE(card(), QString());
    }

    void itsLinksFollowTheTheme() {
        menuAction(*window_, examples()[0].shownTitle())->trigger();
        const auto hasColour = [&](const QColor& colour) {
            const QImage text = course().findChild<QStackedWidget*>()->grab().toImage();
            for (int y = 0; y < text.height(); ++y)
                for (int x = 0; x < text.width(); ++x)
                    if (text.pixelColor(x, y) == colour) return true; // the underline of a link has the pure colour
            return false;
        };
        for (const Theme* theme : {&darkTheme(), &lightTheme()}) {
            menuAction(*window_, theme->dark ? "Dark" : "Light")->trigger();
            QTRY_VERIFY(hasColour(theme->text));
        }
    }

    /// A saved lesson keeps its card, but a file that is opened has none, even if it holds a lesson.
    void aSavedLessonKeepsItsCard() {
        menuAction(*window_, examples()[0].shownTitle())->trigger();
        const QString path = folder_.filePath("mine.headlight");
        QVERIFY(window_->workbench().files().save(path).ok());
        QVERIFY(card().startsWith("1 of 15"));
        window_->files().openPath(path);
        QCOMPARE(card(), QString());
    }

    /// A card has the same size for every lesson, and takes no space when it is closed.
    void theMapsGiveWayOnce_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("maxHeight"); // px
        for (const auto& [size, maxHeight] : {std::pair{QSize(1024, 700), 130}, std::pair{QSize(1280, 800), 86},
                                              std::pair{QSize(1366, 768), 86}, std::pair{QSize(1920, 1080), 86}})
            QTest::addRow("%d x %d", size.width(), size.height()) << size << maxHeight;
    }
    void theMapsGiveWayOnce() {
        QFETCH(QSize, size);
        QFETCH(int, maxHeight);
        window_->resize(size);
        QTRY_COMPARE(window_->size(), size);
        const auto* maps = window_->findChild<HeatmapsPanel*>();
        const auto bottom = [&] { return placeOf(*maps).bottom(); };
        const int alone = bottom();
        menuAction(*window_, examples()[0].shownTitle())->trigger();
        QTRY_VERIFY(settled(*window_) && bottom() < alone);
        const QRect place = placeOf(course());
        QCOMPARE(place.bottom(), alone);
        QVERIFY2(place.height() <= maxHeight, qPrintable(QString::number(place.height())));
        for (std::size_t i = 1; i < examples().size(); ++i) {
            press("Next");
            QTRY_VERIFY(settled(*window_));
            QCOMPARE(placeOf(course()), place);
            QCOMPARE(bottom(), place.top() - 1);
            QCOMPARE(testing::clippedTexts(course()), QStringList());
        }
        control<QToolButton>(*window_, "Close the course")->click();
        QTRY_COMPARE(bottom(), alone);
        undoOpening(examples()[examples().size() - 2]);
        QCOMPARE(card(), QString()); // the card is shown again only when an example is chosen
    }

    /// Each lesson shows its table and its stages, whatever was shown before, and the click that it asks for changes
    /// the picture of its maps.
    void whatEveryTextAsksForIsSeen_data() {
        QTest::addColumn<int>("lesson");
        for (std::size_t i = 0; i < examples().size(); ++i) QTest::newRow(examples()[i].title) << int(i);
    }
    void whatEveryTextAsksForIsSeen() {
        QFETCH(int, lesson);
        const Example& example = examples()[std::size_t(lesson)];
        window_->workbench().look([](Look& look) {
            look.parameter = Parameter::Wv;
            look.maps.showOnly({Stage::V});
        });
        menuAction(*window_, example.shownTitle())->trigger();
        QTRY_VERIFY(settled(*window_));
        QVERIFY(!state().maps.shows(Stage::V));
        const bool isOfOutput = example.shownText().contains("W<sub>o</sub>"); // the table that the text speaks of
        QCOMPARE(state().parameter, isOfOutput ? Parameter::Wo : Parameter::Wq);
        const auto picture = [&] { return window_->findChild<HeatmapsPanel*>()->grab().toImage(); };
        const QImage before = picture();
        emit text().linkActivated("look");
        QTRY_VERIFY(settled(*window_));
        QVERIFY(picture() != before);
        const auto& session = testing::session(*window_);
        const auto token = [](const Text& text, int at) { return text.tokens->texts[std::size_t(at)]; };
        if (example.query) QCOMPARE(token(session.text, state().view.query), std::string(example.query));
        if (example.key) QCOMPARE(token(keyText(session), state().view.key), std::string(example.key));
        if (example.layer >= 0) QCOMPARE(state().view.layer, example.layer);
        QCOMPARE(state().notice, QString());
    }

    /// "... then change a number in W_q and watch the row": the table that is shown changes the maps that are shown.
    void anEditOfTheShownTableIsSeen() {
        menuAction(*window_, examples()[2].shownTitle())->trigger();
        emit text().linkActivated("look");
        QTRY_VERIFY(settled(*window_));
        const auto picture = [&] { return window_->findChild<HeatmapsPanel*>()->grab().toImage(); };
        const QImage before = picture();
        auto* model = control<QTableView>(*window_, "W_q")->model();
        QVERIFY(model->setData(model->index(0, 0), QString("2")));
        QTRY_VERIFY(settled(*window_) && picture() != before);
        QVERIFY(card().endsWith("edited"));
    }

    /// The last card leads to an empty sentence, and undo back to the course.
    void theLastLessonLeadsToTheUsersOwn() {
        menuAction(*window_, examples().back().shownTitle())->trigger();
        press("Start your own");
        QCOMPARE(state().title, QString("Untitled"));
        QCOMPARE(card(), QString());
        QTRY_COMPARE(QApplication::focusWidget(), control<QWidget>(*window_, "Sentence"));
        undoOpening(examples().back());
        QVERIFY(card().startsWith("15 of 15"));
    }

    /// In a presentation a link does it, which ends the presentation: the sentence is to be typed.
    void theLastCaptionLeadsToTheUsersOwn() {
        menuAction(*window_, examples().back().shownTitle())->trigger();
        key(Qt::Key_F5);
        auto* text = control<QLabel>(*window_, "Caption");
        QVERIFY(text->text().contains("<a href='own'>Start your own</a>"));
        emit text->linkActivated("own");
        QCOMPARE(state().title, QString("Untitled"));
        QVERIFY(!state().isPresenting);
        menuAction(*window_, examples().front().shownTitle())->trigger();
        key(Qt::Key_F5);
        QVERIFY(!control<QLabel>(*window_, "Caption")->text().contains("Start your own"));
    }

    /// A lesson that was saved and edited may be kept: then the presentation goes on.
    void thePresentationStaysWithTheLesson() {
        menuAction(*window_, examples().back().shownTitle())->trigger();
        QVERIFY(window_->workbench().files().save(folder_.filePath("last.headlight")).ok());
        QVERIFY(window_->workbench().apply(
            "Edit", testing::givenEdit(withCell(testing::session(*window_), {Parameter::X, 0, 0}, 0, 0, 7))));
        key(Qt::Key_F5);
        for (const bool isKept : {true, false}) {
            QString asked;
            testing::answerQuestion(*window_, isKept ? "Cancel" : "Discard", asked);
            emit control<QLabel>(*window_, "Caption")->linkActivated("own");
            QVERIFY2(asked.startsWith("Save the changes"), qPrintable(asked));
            QCOMPARE(state().isPresenting, isKept);
            QCOMPARE(state().title == "Untitled", !isKept);
        }
    }

    /// Where the formula is wider than the window, the strip scrolls to the stage that the lesson shows.
    void theStripShowsTheStage() {
        for (const Example& example : examples()) {
            menuAction(*window_, example.shownTitle())->trigger();
            QTRY_VERIFY(settled(*window_));
            const auto& strip = window_->findChild<PipelinePanel*>()->strip();
            const QWidget& button = strip.stage(state().shownStages().back());
            QTRY_VERIFY2(button.visibleRegion().boundingRect() == button.rect(), example.title);
        }
    }

    /// In a low window, statistics take the space of the lesson's text.
    void theTextGivesWayToStatistics() {
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        QTRY_VERIFY(settled(*window_));
        const int height = course().height();
        for (const bool isThere : {false, true}) {
            menuAction(*window_, "Statistics")->trigger();
            QCOMPARE(text().isVisible(), isThere);
            QVERIFY(card().startsWith("4 of 15"));
            QTRY_VERIFY(isThere ? course().height() == height : course().height() < height);
        }
    }

    /// The page keys of a projector's remote control work wherever the focus is.
    void pagesAreLessonsInAPresentation_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"Tokens", "Scores, head 2", "weights", "Next lesson"}) QTest::newRow(name) << name;
    }
    void pagesAreLessonsInAPresentation() {
        QFETCH(QString, name);
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        key(Qt::Key_F5);
        QTRY_VERIFY(settled(*window_));
        focus(name);
        const auto shown = [](int lesson) {
            return QString("%1 of 15 · ").arg(lesson + 1) + examples()[std::size_t(lesson)].shownTitle();
        };
        QCOMPARE(caption(), shown(3));
        key(Qt::Key_PageDown);
        QCOMPARE(caption(), shown(4));
        for (int i = 0; i < 5; ++i) key(Qt::Key_PageUp);
        QCOMPARE(caption(), shown(0));
        QVERIFY(!control<QWidget>(*window_, "Previous lesson")->isEnabled());
        key(Qt::Key_Escape);
        QVERIFY(!window_->isFullScreen());
        QCOMPARE(card(), shown(0));
    }

    /// While there is a step, the same keys go through the steps; then, and without a course, they begin a walk.
    void pagesAreElseSteps() {
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        key(Qt::Key_F5);
        QTRY_VERIFY(settled(*window_));
        key(Qt::Key_N);
        QVERIFY(state().step == Step{Stage::X});
        key(Qt::Key_PageDown);
        QVERIFY(state().step == Step{Stage::Q});
        key(Qt::Key_PageUp);
        QVERIFY(state().step == Step{Stage::X});
        key(Qt::Key_Escape);
        QVERIFY(caption().startsWith("4 of 15"));
        control<QToolButton>(*window_, "Close")->click();
        QVERIFY(!control<QWidget>(*window_, "Next lesson")->isVisible());
        key(Qt::Key_PageDown);
        QVERIFY(state().step == Step{Stage::X});
    }

    /// The link of the caption is that of the card.
    void theCaptionsLinkSelects() {
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        key(Qt::Key_F5);
        window_->workbench().select(1, 0, 0);
        emit control<QLabel>(*window_, "Caption")->linkActivated("look");
        QCOMPARE(state().view.query, 1);
    }

    void elseTheyMoveTheSelection() {
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        QTRY_VERIFY(settled(*window_));
        focus("Scores, head 2");
        window_->workbench().select(1, 0, 0);
        key(Qt::Key_PageDown);
        QCOMPARE(state().view.query, 7);
        QVERIFY(card().startsWith("4 of 15"));
    }

    void aPresentationHasNoInspector_data() {
        QTest::addColumn<bool>("isOpen");
        QTest::newRow("open") << true;
        QTest::newRow("closed") << false;
    }
    void aPresentationHasNoInspector() {
        QFETCH(bool, isOpen);
        if (!isOpen) menuAction(*window_, "Inspector")->trigger();
        for (int times = 0; times < 2; ++times) {
            const bool isPresenting = times == 0;
            key(Qt::Key_F5);
            QCOMPARE(control<QTextBrowser>(*window_, "How the number came to be")->isVisible(),
                     isOpen && !isPresenting);
            QCOMPARE(control<QTableView>(*window_, "W_q")->isVisible(), !isPresenting);
        }
    }

    void theFirstSessionOffersTheCourse() {
        end();
        window_ = started();
        QVERIFY(offer().isVisible());
        QTRY_COMPARE(testing::clippedTexts(course()), QStringList());
        QCOMPARE(card(), QString());
        focus("Start the course");
        control<QPushButton>(*window_, "Start the course")->click();
        QCOMPARE(card(), "1 of 15 · " + examples()[0].shownTitle());
        QVERIFY(!offer().isVisible());
        QCOMPARE(QApplication::focusWidget(), control<QWidget>(*window_, "Next"));
        end();
        window_ = started(); // the offer is made until it is declined
        control<QToolButton>(*window_, "Hide the offer")->click();
        QVERIFY(!course().isVisible());
        end();
        window_ = started();
        QVERIFY(!course().isVisible());
        menuAction(*window_, examples()[4].shownTitle())->trigger();
        QVERIFY(card().startsWith("5 of 15"));
    }

    /// The menu shows the card again. If the card is shown, the menu begins the course again.
    void theMenuBringsItBack() {
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        auto* close = control<QToolButton>(*window_, "Close the course");
        QVERIFY(close->toolTip().contains("Help > Course"));
        close->click();
        QCOMPARE(card(), QString());
        menuAction(*window_, "Course")->trigger();
        QVERIFY(card().startsWith("4 of 15"));
        menuAction(*window_, "Course")->trigger();
        QVERIFY(card().startsWith("1 of 15"));
        menuAction(*window_, "New")->trigger();
        menuAction(*window_, "Course")->trigger();
        QVERIFY(card().startsWith("1 of 15"));
    }

    /// Who keeps an edited file instead of an example, also of the one that the file was saved from, sees no card.
    void anExampleThatIsNotOpenedHasNone() {
        menuAction(*window_, examples()[1].shownTitle())->trigger();
        control<QToolButton>(*window_, "Close the course")->click();
        Workbench& bench = window_->workbench();
        QVERIFY(bench.files().save(folder_.filePath("mine.headlight")).ok());
        const auto edited = withCell(testing::session(*window_), {Parameter::X, 0, 0}, 0, 0, 7);
        QVERIFY(bench.apply("Edit", testing::givenEdit(edited)));
        QString asked;
        testing::answerQuestion(*window_, "Cancel", asked);
        menuAction(*window_, examples()[1].shownTitle())->trigger();
        QCOMPARE(asked, QString("Save the changes to “mine.headlight”?"));
        QCOMPARE(card(), QString());
    }

    /// The maps have the focus at the start, so single keys walk through the computation at once.
    void theMapsHaveTheKeyboardFirst() {
        end();
        window_ = started();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience()));
        QTRY_VERIFY(qobject_cast<HeatmapView*>(QApplication::focusWidget()));
        key(Qt::Key_N);
        QVERIFY(state().step.has_value());
    }

    void tabGoesThroughTheCard() {
        menuAction(*window_, examples()[3].shownTitle())->trigger();
        QTRY_VERIFY(settled(*window_));
        window_->workbench().select(1, 0, 0);
        focus("Scores, head 2");
        key(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), &text());
        key(Qt::Key_Return); // follows the link
        QCOMPARE(state().view.query, 1);
        const auto goes = [this](Qt::Key pressed) {
            key(pressed);
            return QApplication::focusWidget()->accessibleName();
        };
        QCOMPARE(goes(Qt::Key_Tab), QString("Back"));
        QCOMPARE(goes(Qt::Key_Right), QString("Next"));
        QCOMPARE(goes(Qt::Key_Right), QString("Close the course"));
        QCOMPARE(goes(Qt::Key_Tab), QString("Decimals"));
    }

private:
    void undoOpening(const Example& before) {
        QAction* undo = menuAction(*window_, "Undo and return to “" + before.shownTitle() + "”");
        for (int i = 0; i < 2; ++i) undo->trigger(); // the first undo only stops
    }
    CoursePanel& course() { return *window_->findChild<CoursePanel*>(); }
    /// Returns the title of the card, or an empty text if the card is hidden.
    QString card() {
        const auto* title = control<QLabel>(*window_, "Lesson");
        return title->isVisible() ? title->text() : QString();
    }
    /// Returns the title of the lesson in a presentation.
    QString caption() {
        return control<QLabel>(*window_, "Caption")->text().section("<br>", 0, 0).remove("<b>").remove("</b>");
    }
    QLabel& text() { return static_cast<QLabel&>(*course().findChild<QStackedWidget*>()->currentWidget()); }
    QLabel& offer() {
        for (auto* label : course().findChildren<QLabel*>())
            if (label->text().contains("New here?")) return *label;
        qFatal("There is no offer.");
    }
    void press(const char* name) { control<QPushButton>(*window_, name)->click(); }
    void focus(const QString& name) {
        auto* widget = control<QWidget>(*window_, name);
        widget->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), widget);
    }
    /// Opens a window as the program does when it starts without a file.
    static std::unique_ptr<MainWindow> started() {
        auto window = std::make_unique<MainWindow>();
        window->files().openFirst({});
        window->show();
        return window;
    }
    QSettings store() const { return {QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight"}; }
};

QTEST_MAIN(CourseTest)
#include "tst_course.moc"
