// When the widget with the focus goes away, the maps get the focus, never a text or a link.
#include "app/windowBench.h"
#include "panels/course/CoursePanel.h"
#include "plot/HeatmapView.h"
#include "support/menuOf.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::session;

class WindowFocusTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() {
        QSettings().clear();
        begin();
        window_->findChild<CoursePanel*>()->offer();
        map()->setFocus();
        QTRY_VERIFY(map()->hasFocus());
    }
    void cleanup() { end(); }

    void comparing_data() {
        QTest::addColumn<QString>("button");
        for (const char* button : {"Now", "Difference", "Both"}) QTest::newRow(button) << button;
    }
    void comparing() {
        QFETCH(QString, button);
        edit();
        key(Qt::Key_D);
        settle();
        auto* chosen = control<QPushButton>(*window_, button);
        QTest::mouseClick(chosen, Qt::LeftButton);
        settle();
        QVERIFY2(chosen->hasFocus() || isInMaps(), where());
    }

    void aWalk() {
        key(Qt::Key_N);
        key(Qt::Key_N);
        settle();
        QTest::mouseClick(control<QPushButton>(*window_, "Show its maps"), Qt::LeftButton);
        settle();
        for (int i = 0; i < 2; ++i) key(Qt::Key_Escape); // all heads again; the end of the walk
        settle();
        QVERIFY2(isInMaps(), where());
    }

    void aWeightThatIsSet() {
        const QPoint at = map()->rect().center();
        QTest::mouseClick(map(), Qt::RightButton, {}, at);
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, map()->mapToGlobal(at));
        QApplication::sendEvent(map(), &asks);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QAction* set = nullptr;
        for (QAction* action : menu->actions())
            if (action->text().startsWith("&Set this")) set = action;
        QVERIFY(set);
        QTimer::singleShot(0, window_.get(), [] {
            QWidget* dialog = QApplication::activeModalWidget();
            dialog->findChild<QLineEdit*>()->setText("0.1");
            QTest::keyClick(dialog, Qt::Key_Return);
        });
        menu->close();
        const Session before = state().session;
        set->trigger();
        settle();
        QVERIFY(state().session != before);
        window_->activateWindow(); // as a window manager does
        QTRY_COMPARE(QApplication::focusWidget(), map());
    }

    /// If a file with another selected head is opened, its map gets the focus, even if a dialog had it meanwhile.
    void aFileThatIsOpened() {
        const QString path = folder_.filePath("first.headlight");
        window_->workbench().select(0, 1, 2);
        QVERIFY(window_->workbench().files().save(path).ok());
        window_->workbench().select(1, 1, 2);
        map()->setFocus();
        QDialog dialog(window_.get());
        dialog.open();
        QTRY_VERIFY(dialog.isActiveWindow());
        QVERIFY(window_->workbench().files().open(path).ok());
        settle();
        dialog.reject();
        window_->activateWindow(); // as a window manager does
        QTRY_COMPARE(QApplication::focusWidget(), control<HeatmapView>(*window_, "Weights, head 1"));
    }

    /// The history goes through a session without maps.
    void undoneAndRedone() {
        menuAction(*window_, "New")->trigger();
        window_->files().openExample(firstExample());
        settle();
        map()->setFocus();
        const History& history = window_->workbench().document().history();
        QAction *undo = actionOf(QKeySequence::Undo), *redo = actionOf(Qt::CTRL | Qt::Key_Y);
        bool wasEmpty = false;
        while (history.canUndo()) {
            step(*undo);
            wasEmpty = wasEmpty || session(*window_).text.sentence.empty();
        }
        QVERIFY(wasEmpty);
        QTRY_VERIFY2(isInMaps(), where());
        while (history.canRedo()) step(*redo);
        QTRY_VERIFY2(isInMaps(), where());
    }

    /// The key works even if there is nothing to compare with. It does not open an editor.
    void theKeyOfComparing() {
        auto* table = control<QTableView>(*window_, "W_q");
        for (QWidget* focus : {static_cast<QWidget*>(map()), static_cast<QWidget*>(table)}) {
            window_->workbench().messages().tell({});
            table->setCurrentIndex(table->model()->index(0, 0));
            focus->setFocus();
            key(Qt::Key_D);
            QCOMPARE(QApplication::focusWidget(), focus);
            QVERIFY(state().notice.startsWith("There is nothing to compare with"));
        }
    }

    /// An editor that loses the focus closes, and its number is there when the menu acts.
    void aMenuOpenedWhileANumberIsTyped_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("button");
        QTest::newRow("W_q") << "W_q" << testing::kWeightsMenu;
        QTest::newRow("embeddings") << "Embeddings" << testing::kEmbeddingsMenu;
    }
    void aMenuOpenedWhileANumberIsTyped() {
        QFETCH(QString, table);
        QFETCH(QString, button);
        auto* numbers = control<QTableView>(*window_, table);
        const QString row = QStringList(numbers->model()->columnCount(), "1").join('\t');
        QApplication::clipboard()->setText(QStringList(numbers->model()->rowCount(), row).join('\n'));
        numbers->setFocus();
        numbers->setCurrentIndex(numbers->model()->index(0, 0));
        QTest::keyClick(numbers, Qt::Key_7);
        QString then;
        QTimer::singleShot(0, window_.get(), [&] {
            then = numbers->model()->index(0, 0).data(Qt::EditRole).toString();
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) qFatal("there is no menu");
            const QList<QAction*> entries = menu->actions();
            (*std::ranges::find(entries, QString("&Paste"), &QAction::text))->trigger();
            menu->close();
        });
        QTest::mouseClick(control<QToolButton>(*window_, button), Qt::LeftButton); // until the menu is closed
        QCOMPARE(then, QString("7"));
        QTRY_COMPARE(numbers->model()->index(0, 0).data(Qt::EditRole).toString(), QString("1"));
    }

    /// The sentence is committed. An empty one keeps the focus, since nothing else can be done.
    void aSentenceThatIsTyped_data() {
        QTest::addColumn<int>("key");
        for (const Qt::Key one : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Escape})
            QTest::newRow(qPrintable(QKeySequence(one).toString())) << int(one);
    }
    void aSentenceThatIsTyped() {
        QFETCH(int, key);
        auto* field = control<QPlainTextEdit>(*window_, "Sentence");
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key(key));
        QVERIFY2(field->hasFocus(), where());
        QTest::keyClicks(field, "my feet");
        QTest::keyClick(field, Qt::Key(key));
        QTRY_VERIFY2(isInMaps(), where());
        this->key(Qt::Key_N);
        QCOMPARE(state().session.text.sentence, std::string("my feet"));
        QVERIFY(state().step);
    }

    /// A presentation hides what had the focus. The first press on one of its buttons is not undone.
    void aButtonThatIsPressedInAPresentation() {
        menuAction(*window_, "Course")->trigger();
        settle();
        key(Qt::Key_F5);
        settle();
        auto* next = control<QToolButton>(*window_, "Next lesson");
        const QPoint at = next->mapTo(window_.get(), next->rect().center());
        QTest::mousePress(window_->windowHandle(), Qt::LeftButton, {}, at);
        QCoreApplication::processEvents();
        QVERIFY2(next->isDown(), where());
        const std::string before = state().session.text.sentence;
        QTest::mouseRelease(window_->windowHandle(), Qt::LeftButton, {}, at);
        QTRY_VERIFY(state().session.text.sentence != before);
        key(Qt::Key_F5);
    }

    void aPanelThatIsHidden() {
        control<QTableView>(*window_, "W_q")->setFocus();
        menuAction(*window_, "Parameters")->trigger();
        QTRY_VERIFY2(isInMaps(), where());
    }

private:
    HeatmapView* map() const { return control<HeatmapView>(*window_, "Weights, head 2"); }
    void settle() { QTRY_VERIFY(testing::settled(*window_)); }
    void edit() {
        auto* table = control<QTableView>(*window_, "W_q");
        QVERIFY(table->model()->setData(table->model()->index(0, 0), 7.0));
        settle();
    }
    QAction* actionOf(const QKeySequence& keys) const {
        for (QAction* one : window_->findChildren<QAction*>())
            if (one->shortcuts().contains(keys)) return one;
        return nullptr;
    }
    /// Triggers the action, and lets the window show its result.
    void step(QAction& action) {
        action.trigger();
        QCoreApplication::processEvents();
    }
    static bool isInMaps() { return qobject_cast<HeatmapView*>(QApplication::focusWidget()); }
    static const char* where() {
        static QByteArray said;
        const QWidget* focus = QApplication::focusWidget();
        said = focus ? QByteArray(focus->metaObject()->className()) + ' ' + focus->accessibleName().toUtf8()
                     : "nowhere";
        return said.constData();
    }
};

QTEST_MAIN(WindowFocusTest)
#include "tst_windowFocus.moc"
