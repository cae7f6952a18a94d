#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/find/FindPanel.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/givenEdit.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

using namespace headlight;
using testing::control;

class FindPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        QVERIFY(bench_->apply(
            "Type", testing::givenEdit(withSentence(bench_->state().session, "My shoes are small my feet are big"))));
        window_ = std::make_unique<QWidget>();
        window_->resize(1000, 200);
        other_ = new QLineEdit;
        panel_ = new FindPanel(*bench_);
        auto* rows = new QVBoxLayout(window_.get());
        rows->addWidget(other_);
        rows->addWidget(panel_);
        bench_->add(*panel_);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        other_->setFocus();
        QVERIFY(panel_->isHidden());
    }
    void cleanup() {
        bench_->remove(*panel_);
        window_.reset();
        bench_.reset();
    }

    /// Typed text, pressed keys, then the selected query, and the text of the bar.
    void aTokenIsFound_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("keys"); // "E": Enter, "S": Shift+Enter
        QTest::addColumn<int>("query");
        QTest::addColumn<QString>("said");
        QTest::newRow("as it is typed") << "sm"
                                        << "" << 3 << "1 of 1";
        QTest::newRow("the first of several") << "are"
                                              << "" << 2 << "1 of 2";
        QTest::newRow("the next") << "are"
                                  << "E" << 6 << "2 of 2";
        QTest::newRow("round") << "are"
                               << "EE" << 2 << "1 of 2";
        QTest::newRow("back") << "are"
                              << "S" << 6 << "2 of 2";
        QTest::newRow("back and on") << "are"
                                     << "SE" << 2 << "1 of 2";
        QTest::newRow("in another case") << "MY"
                                         << "E" << 4 << "2 of 2";
        QTest::newRow("none") << "xyz"
                              << "E" << 0 << "No token contains “\u2068xyz\u2069”.";
    }
    void aTokenIsFound() {
        QFETCH(QString, typed);
        QFETCH(QString, keys);
        panel_->openFind();
        auto* field = control<QLineEdit>(*panel_, "Find token");
        QCOMPARE(QApplication::focusWidget(), field);
        QTest::keyClicks(field, typed);
        for (const QChar key : keys)
            QTest::keyClick(field, Qt::Key_Return, key == u'S' ? Qt::ShiftModifier : Qt::NoModifier);
        QTEST(bench_->state().view.query, "query");
        QCOMPARE(bench_->state().view.key, 0);
        QTEST(said(), "said");
        QCOMPARE(field->property("invalid").toBool(), typed == "xyz");
    }

    void orAsKey() {
        panel_->openFind();
        control<QPushButton>(*panel_, "as key")->click();
        QTest::keyClicks(control<QLineEdit>(*panel_, "Find token"), "feet");
        QCOMPARE(bench_->state().view.query, 0);
        QCOMPARE(bench_->state().view.key, 5);
    }

    /// The button decides which of two sentences is searched.
    void ofTwoSentencesTheOneIsNamed() {
        QVERIFY(bench_->apply("Second", testing::givenEdit(withSecondSentence(bench_->state().session, true))));
        QVERIFY(bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, "one two"))));
        panel_->openFind();
        QTest::keyClicks(control<QLineEdit>(*panel_, "Find token"), "feet");
        QCOMPARE(said(), QString::fromUtf16(u"No query contains “\u2068feet\u2069”."));
        control<QPushButton>(*panel_, "as key")->click();
        QCOMPARE(said(), QString("1 of 1"));
        QCOMPARE(bench_->state().view.key, 5);
        QTest::keyClicks(control<QLineEdit>(*panel_, "Find token"), "s");
        QCOMPARE(said(), QString::fromUtf16(u"No key contains “\u2068feets\u2069”."));
    }

    void theBarNeedNotBeOpen() {
        panel_->findNext(); // nothing was searched before
        QVERIFY(panel_->isVisible());
        QTest::keyClicks(control<QLineEdit>(*panel_, "Find token"), "are");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(panel_->isHidden());
        QCOMPARE(QApplication::focusWidget(), other_);
        panel_->findNext();
        QCOMPARE(bench_->state().view.query, 6);
        panel_->findPrevious();
        QCOMPARE(bench_->state().view.query, 2);
        QVERIFY(panel_->isHidden());
        QVERIFY(bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, "one two"))));
        panel_->findNext();
        QVERIFY(panel_->isVisible());
        QVERIFY2(said().startsWith("No token"), qPrintable(said()));
    }

    void theCountFollowsWhatIsEdited() {
        panel_->openFind();
        QTest::keyClicks(control<QLineEdit>(*panel_, "Find token"), "are");
        QVERIFY(bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, "are are are"))));
        QCOMPARE(said(), QString("1 of 3"));
        bench_->select(0, 2, 0);
        QCOMPARE(said(), QString("3 of 3"));
    }

    void whatIsFoundIsSeenInAZoomedMap() {
        MapOptions options = bench_->state().maps;
        options.zoom = {{Side::Tokens, {0, 4}}, {Side::KeyTokens, {1, 4}}};
        bench_->look([options](MapOptions& maps) { maps = options; });
        panel_->openFind();
        QTest::keyClicks(control<QLineEdit>(*panel_, "Find token"), "big");
        QCOMPARE(bench_->state().maps.zoom.at(Side::Tokens), (SideSpan{4, 4}));
        QCOMPARE(bench_->state().maps.zoom.at(Side::KeyTokens), (SideSpan{1, 4}));
    }

    void aCellIsGoneTo_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QPoint>("cell"); // (query, key)
        QTest::addColumn<QString>("said");
        QTest::newRow("by position") << "2"
                                     << "6" << QPoint(1, 5) << "";
        QTest::newRow("by token") << "shoes"
                                  << "feet" << QPoint(1, 5) << "";
        QTest::newRow("no such position")
            << "9"
            << "6" << QPoint(0, 0) << "There is no query “\u20689\u2069”: type a position from 1 to 8, or a token.";
        QTest::newRow("no such token") << "1"
                                       << "foo" << QPoint(0, 0)
                                       << "There is no key “\u2068foo\u2069”: type a position from 1 to 8, or a token.";
        QTest::newRow("nothing") << ""
                                 << "1" << QPoint(0, 0)
                                 << "The query field is empty: type a position from 1 to 8, or a token.";
    }
    void aCellIsGoneTo() {
        QFETCH(QString, query);
        QFETCH(QString, key);
        panel_->openGoTo();
        auto* first = control<QLineEdit>(*panel_, "Query to go to");
        auto* second = control<QLineEdit>(*panel_, "Key to go to");
        QCOMPARE(first->text() + second->text(), QString("11"));
        QCOMPARE(QApplication::focusWidget(), first);
        first->setText(query);
        second->setText(key);
        QTest::keyClick(second, Qt::Key_Return);
        QTEST(said(), "said");
        QTEST(QPoint(bench_->state().view.query, bench_->state().view.key), "cell");
        const bool isRefused = !said().isEmpty();
        if (isRefused) QVERIFY(static_cast<QLineEdit*>(QApplication::focusWidget())->property("invalid").toBool());
        first->setText("1");
        second->setText("2");
        QTest::mouseClick(control<QPushButton>(*panel_, "Go"), Qt::LeftButton);
        QCOMPARE(said(), QString());
        QVERIFY(!first->property("invalid").toBool() && !second->property("invalid").toBool());
    }

private:
    QString said() { return control<QLabel>(*panel_, "Found")->text(); }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<QWidget> window_;
    QLineEdit* other_ = nullptr;
    FindPanel* panel_ = nullptr;
};

QTEST_MAIN(FindPanelTest)
#include "tst_findPanel.moc"
