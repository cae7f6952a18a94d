// Keys of the real window, with the focus anywhere.
#include "app/windowBench.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <functional>

using namespace headlight;
using testing::control;
using testing::enlargedHead;
using testing::menuAction;
using testing::session;

namespace {} // namespace

class WindowKeysTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void noTwoEntriesOfAMenuHaveOneLetter() {
        int letters = 0;
        QStringList doubles;
        for (const QMenu* menu : window_->menuBar()->findChildren<QMenu*>()) {
            QMap<QKeySequence, QString> known;
            for (const QAction* action : menu->actions()) {
                const QKeySequence letter = QKeySequence::mnemonic(action->text());
                if (letter.isEmpty()) continue;
                ++letters;
                if (known.contains(letter)) doubles << known[letter] + QStringLiteral(" / ") + action->text();
                known[letter] = action->text();
            }
        }
        QVERIFY(letters > 30);
        QCOMPARE(doubles.join(u'\n'), QString());
    }

    /// Finding begins wherever the focus is, which returns there afterwards.
    void findingBeginsAnywhere_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"Sentence", "W_q of head 2", "Weights, head 2", "Sizes", "Tokenizer"})
            QTest::newRow(name) << name;
    }
    void findingBeginsAnywhere() {
        QFETCH(QString, name);
        window_->activateWindow();
        auto* place = control<QWidget>(*window_, name);
        place->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), place);
        QTest::keyClick(place, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), control<QLineEdit>(*window_, "Find token"));
        QTest::keyClicks(QApplication::focusWidget(), "my");
        QCOMPARE(window_->workbench().state().view.query, 4); // after the selected token, which is shoes
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F3);
        QCOMPARE(window_->workbench().state().view.query, 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), control<QLineEdit>(*window_, "Query to go to"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), place);
        QTest::keyClick(place, Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(window_->workbench().state().view.query, 4);
        QCOMPARE(QApplication::focusWidget(), place);
    }

    /// The text of F1 names each menu entry that has a key, on a line of its own.
    void theHelpNamesEveryKeyOfTheMenus() {
        QString said;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = QApplication::activeModalWidget();
            said = control<QTextBrowser>(*dialog, "Keyboard and mouse shortcuts")->toPlainText();
            static_cast<QDialog*>(dialog)->reject();
        });
        menuAction(*window_, "Keyboard and mouse shortcuts")->trigger();
        int keys = 0;
        for (const QAction* action : window_->findChildren<QAction*>())
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(said.contains(key.toString(QKeySequence::NativeText)), qPrintable(action->text()));
                ++keys;
            }
        QVERIFY(keys > 15);
        for (const char* line : {"Drag sideways", "Double click, 0", "Ctrl and arrows", "Shift+F3", "Ctrl+1",
                                 "Ctrl+Click, Ctrl+Enter", "Shift+F6", "closes what was opened last"})
            QVERIFY2(said.contains(line), line);
    }

    void panelsComeAndGoByKeys() {
        auto* table = control<QTableView>(*window_, "W_q");
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        for (const bool isShown : {false, true}) {
            QTest::keyClick(sentence, Qt::Key_1, Qt::ControlModifier);
            QCOMPARE(table->isVisible(), isShown);
            QCOMPARE(menuAction(*window_, "Parameters")->isChecked(), isShown);
        }
        QCOMPARE(sentence->toPlainText(), QString("My shoes are small, my feet are big."));
    }

    /// View has as many rows as the lowest screen shows, and each key of a menu is the one that people know.
    void theMenusAreShortAndHaveTheirKeys() {
        QStringList titles, keys;
        int ofView = 0;
        const std::function<void(const QMenu&)> read = [&](const QMenu& menu) {
            for (const QAction* action : menu.actions()) {
                for (const QKeySequence& one : action->shortcuts()) keys << one.toString();
                if (action->menu()) read(*action->menu());
            }
        };
        for (const QAction* action : window_->menuBar()->actions()) {
            titles << action->text().remove('&');
            read(*action->menu());
            if (titles.back() == "View")
                ofView = static_cast<int>(std::ranges::count(action->menu()->actions(), false, &QAction::isSeparator));
        }
        QCOMPARE(titles, (QStringList{"File", "Edit", "View", "Go", "Attention", "Compute", "Help"}));
        QVERIFY2(ofView <= 14, qPrintable(QString::number(ofView)));
        for (const char* one : {"N", "Shift+N", "[", "]", "{", "}", "Ctrl+G", "D", "Ctrl+D", "Ctrl+L", "Ctrl+Shift+L",
                                "Ctrl+1", "Ctrl+2", "Ctrl+3", "F5", "F11", "Ctrl++", "Ctrl+-", "Ctrl+0"})
            QCOMPARE(QString("%1: %2").arg(one).arg(keys.count(one)), QString("%1: 1").arg(one));
    }

    /// Esc first ends the enlarged head or closes a bar.
    void escLeavesTheFullScreen() {
        window_->activateWindow();
        menuAction(*window_, "Full screen")->trigger();
        QVERIFY(window_->isFullScreen());
        auto* map = control<QWidget>(*window_, "Weights, head 2");
        map->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), map);
        QTest::keyClick(map, Qt::Key_Return);
        QCOMPARE(enlargedHead(window_->workbench().state()), 1);
        for (const bool isLeft : {false, true}) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            QCOMPARE(enlargedHead(window_->workbench().state()), -1);
            QCOMPARE(!window_->isFullScreen(), isLeft);
        }
    }

    void escLeavesTheFullScreenFromAField_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"Sentence", "W_q of head 2", "Sizes", "Tokenizer", "Tokens", "Display"})
            QTest::newRow(name) << name;
    }
    void escLeavesTheFullScreenFromAField() {
        QFETCH(QString, name);
        window_->activateWindow();
        window_->setWindowState(Qt::WindowFullScreen);
        auto* field = control<QWidget>(*window_, name);
        field->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), field);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!window_->isFullScreen());
    }

    /// The Edit menu acts on the widget with the focus: a text, a size or a table.
    void theEditMenuGoesToWhatHasTheKeyboard() {
        window_->activateWindow();
        QTRY_VERIFY(QApplication::activeWindow() == window_.get());
        QMenu* edit = nullptr;
        for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            if (menu->title() == "&Edit") edit = menu;
        const auto choose = [&](const char* entry) {
            emit edit->aboutToShow();
            QAction* action = menuAction(*window_, entry);
            const bool isEnabled = action->isEnabled();
            emit edit->aboutToHide();
            if (isEnabled) action->trigger();
            return isEnabled;
        };
        const auto clip = [] { return QApplication::clipboard()->text(); };
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        QVERIFY(!choose("Cut") && !choose("Copy")); // nothing is selected
        QVERIFY(choose("Select all") && choose("Copy"));
        QCOMPARE(clip(), QString("My shoes are small, my feet are big."));
        QVERIFY(choose("Cut"));
        QCOMPARE(session(*window_).text.sentence, std::string());
        QVERIFY(choose("Paste"));
        QCOMPARE(session(*window_).text.sentence, std::string("My shoes are small, my feet are big."));

        auto* table = control<QTableView>(*window_, "W_q");
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 1));
        QVERIFY(choose("Copy") && !choose("Cut"));
        QCOMPARE(clip(), table->model()->index(0, 1).data(Qt::EditRole).toString());
        QVERIFY(choose("Select all") && choose("Copy"));
        QCOMPARE(clip().count('\t'), 4);
        table->setCurrentIndex(table->model()->index(0, 0));
        QApplication::clipboard()->setText("7");
        QVERIFY(choose("Paste"));
        QCOMPARE(table->model()->index(0, 0).data(Qt::EditRole).toString(), QString("7"));
        table->edit(table->currentIndex()); // selects all of its text
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor && choose("Copy"));
        QCOMPARE(QApplication::focusWidget(), editor); // the editor stays open
        QCOMPARE(clip(), QString("7"));
        QTest::keyClick(editor, Qt::Key_Escape);

        menuAction(*window_, "Statistics")->trigger();
        auto* heads = control<QTableView>(*window_, "Statistics of heads");
        QTRY_VERIFY(!heads->model()->index(1, 1).data().toString().isEmpty());
        heads->setCurrentIndex(heads->model()->index(1, 1));
        for (const char* name : {"Weights, head 2", "Statistics of heads", "W_q of head 2"}) { // as the key does
            auto* place = control<QWidget>(*window_, name);
            place->setFocus();
            QApplication::clipboard()->clear();
            QTest::keyClick(place, Qt::Key_C, Qt::ControlModifier);
            const QString copied = clip();
            QVERIFY2(!copied.isEmpty(), name);
            QApplication::clipboard()->clear();
            QVERIFY2(choose("Copy"), name);
            QCOMPARE(clip(), copied);
        }
        menuAction(*window_, "Statistics")->trigger();

        control<QToolButton>(*window_, "Sizes")->click(); // the field of d has the focus
        QVERIFY(choose("Select all") && choose("Copy"));
        QCOMPARE(clip(), QString("2"));
        QApplication::clipboard()->setText("5");
        QVERIFY(choose("Paste"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(session(*window_).text.embeddings.cols(), Index(5));
    }

    /// If the menu bar has the focus, as after Alt+F, clipboard keys do nothing.
    void theMenuBarTakesNoClipboardKeys() {
        QApplication::clipboard()->setText("7");
        const Session before = session(*window_);
        window_->menuBar()->setFocus();
        QTRY_VERIFY(window_->menuBar()->hasFocus());
        for (const Qt::Key key : {Qt::Key_X, Qt::Key_C, Qt::Key_V, Qt::Key_A})
            QTest::keyClick(window_->menuBar(), key, Qt::ControlModifier);
        QVERIFY(session(*window_) == before);
        QCOMPARE(QApplication::clipboard()->text(), QString("7"));
    }

    /// A key without Ctrl or Alt is text in a text field.
    void singleKeysAreTextWhereTextIsTyped() {
        const QString keys = "[]0+-";
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        QTest::keyClick(sentence, Qt::Key_A, Qt::ControlModifier);
        for (const QChar key : keys) QTest::keyClick(QApplication::focusWidget(), key.toLatin1());
        QCOMPARE(sentence->toPlainText(), keys);
        control<QComboBox>(*window_, "Tokenizer")->showPopup();
        auto* leftOut = control<QLineEdit>(*window_, "Leave out");
        leftOut->clear();
        QTest::keyClicks(leftOut, "ND");
        QCOMPARE(leftOut->text(), QString("ND"));
        QCOMPARE(session(*window_).text.tokenizer.remove, std::string("ND"));
        QVERIFY(!window_->workbench().state().step && window_->workbench().state().maps.compared == Compared::Now);
        QTest::keyClick(leftOut, Qt::Key_Return);
        QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), keys);
        QCOMPARE(control<QLineEdit>(*window_, "Find token")->text(), keys);
        auto* table = control<QTableView>(*window_, "W_q");
        table->setFocus();
        table->edit(table->model()->index(0, 0));
        QTest::keyClicks(QApplication::focusWidget(), keys);
        QCOMPARE(static_cast<QLineEdit*>(QApplication::focusWidget())->text(), keys);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(window_->workbench().state().view.head, 1);
    }
};

QTEST_MAIN(WindowKeysTest)
#include "tst_windowKeys.moc"
