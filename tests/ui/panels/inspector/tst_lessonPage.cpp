// The text that is copied from the inspector's page, and the tool tips of its numbers.
#include "panels/inspector/LessonPage.h"
#include "panels/inspector/LessonPen.h"
#include "support/bench.h"
#include "support/controls.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QTest>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QToolTip>

using namespace headlight;
using testing::control;

namespace {

struct OpenPage : LessonPage {
    using LessonPage::createMimeDataFromSelection;
};

Written threeLines() { // and those above and below
    const Written rows = LessonPen::row({"key", "scaled", "weight", "bar"}) +
                         LessonPen::row({QStringLiteral(u"\u2068my\u2069"), "0.5", "0.25", "&nbsp;"}) +
                         LessonPen::row({"sum", {}, "1", {}});
    return LessonPen::para("Above") + LessonPen::table(rows) + LessonPen::para("Below");
}

} // namespace

class LessonPageTest : public QObject {
    Q_OBJECT

private slots:
    /// Columns are kept, so that a sum is copied below its terms.
    void aRowIsCopiedAsALine() {
        OpenPage page;
        page.setPage(threeLines());
        page.selectAll();
        const std::unique_ptr<QMimeData> data(page.createMimeDataFromSelection());
        QCOMPARE(data->text(), QString("Above\nkey\tscaled\tweight\tbar\nmy\t0.5\t0.25\t \nsum\t\t1\t\nBelow"));
        QCOMPARE(page.text(), data->text());
        QVERIFY(data->hasHtml());
    }

    void theMenuCopiesAll_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("copied");
        QTest::newRow("text") << "Copy the page as text"
                              << "One two\nthree four";
        QTest::newRow("LaTeX") << "Copy the calculations as LaTeX"
                               << "\\frac{1}{2}";
    }
    void theMenuCopiesAll() {
        QFETCH(QString, entry);
        LessonPage page;
        page.setPage(LessonPen::para("One two") + LessonPen::para("three four"));
        page.setLatex([] { return QStringLiteral("\\frac{1}{2}"); });
        page.show();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {5, 5}, page.mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(page.viewport(), &event);
        auto* menu = control<QMenu>(page, QStringLiteral("Calculation"));
        QTRY_VERIFY(menu->isVisible());
        QSet<QKeySequence> letters; // a letter that two entries share would choose neither
        for (QAction* action : menu->actions()) {
            const QKeySequence letter = QKeySequence::mnemonic(action->text());
            QVERIFY2(letter.isEmpty() || !letters.contains(letter), qPrintable(action->text()));
            letters << letter;
        }
        for (QAction* action : menu->actions())
            if (action->text().remove(u'&') == entry) action->trigger();
        QTEST(QApplication::clipboard()->text(), "copied");
        menu->close();
    }

    /// The question stays in sight on a scrolled page, and a revealed section is not covered by it.
    void theQuestionStaysInSight() {
        LessonPage page;
        page.resize(300, 100);
        QString html = QStringLiteral("<p>How much &lt; 1?</p><p>Head 2</p>");
        for (int line = 0; line < 40; ++line)
            html += QStringLiteral("<p style='margin:0'><a href='open:%1'>Line</a></p>").arg(line);
        page.setPage({html, {{"\n", "How much &lt; 1?"}}});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const auto* question = page.findChild<QLabel*>();
        QVERIFY(!question->isVisible());
        page.reveal("open:20");
        QVERIFY(question->isVisible());
        QCOMPARE(QTextDocumentFragment::fromHtml(question->text()).toPlainText(), QString("How much < 1?\nHead 2"));
        page.reveal("open:10");
        const QTextCursor cursor(page.document()->findBlockByNumber(2 + 10));
        QVERIFY(page.cursorRect(cursor).top() >= question->geometry().bottom());
        page.reveal({});
        QVERIFY(!question->isVisible());
    }

    /// A section that is out of sight is shown whole, from the nearest heading above it; one in sight moves nothing.
    void itScrollsToHeadings() {
        LessonPage page;
        page.resize(300, 200);
        QString html = QStringLiteral("<p style='margin:0'>How much?</p><p style='margin:0'>Head 2</p>");
        for (int section = 0; section < 12; ++section)
            html += QStringLiteral("<p style='margin:0'><a href='open:%1'>Title</a></p><p style='margin:0'>One</p>"
                                   "<p style='margin:0'>Two</p>")
                        .arg(section);
        page.setPage({html, {{"\n", "How much?"}}});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const auto* question = page.findChild<QLabel*>();
        const auto boxOf = [&](int block) {
            return page.cursorRect(QTextCursor(page.document()->findBlockByNumber(block)));
        };
        for (const int section : {8, 3, 5}) {
            page.reveal(QStringLiteral("open:%1").arg(section));
            const int title = 2 + 3 * section, top = question->geometry().bottom();
            QVERIFY(boxOf(title).top() >= top && boxOf(title + 2).bottom() <= page.viewport()->height());
            int first = 2; // the first line below the question
            while (boxOf(first).top() < top) ++first;
            QCOMPARE(page.document()->findBlockByNumber(first).text(), QString("Title"));
        }
        page.verticalScrollBar()->setValue(0);
        page.reveal("open:8"); // the last one in sight
        const int place = page.verticalScrollBar()->value() + 10;
        page.verticalScrollBar()->setValue(place);
        page.reveal("open:8");
        QCOMPARE(page.verticalScrollBar()->value(), place);
    }

    /// Links may be lit at any time, also while a page is set that is shorter than the one before.
    void aPageIsLitWhileItIsSet() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QTextCursor")));
        LessonPage page;
        const QStringList links{"a"};
        int times = 0;
        connect(&page, &QTextBrowser::textChanged, this, [&] { page.light(links, Qt::yellow), ++times; });
        const Written link = LessonPen::para("<a href='a'>a</a>");
        page.setPage(LessonPen::para(QString(500, u'x')) + link);
        times = 0;
        page.setPage(link);
        QVERIFY(times > 0);
        page.light(links, Qt::yellow);
        QCOMPARE(page.extraSelections().size(), 1);
        QCOMPARE(page.extraSelections().front().cursor.selectedText(), QString("a"));
    }

    void aPartIsCopied_data() {
        QTest::addColumn<QString>("html");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* html, int from, int to, const char* part) {
            QTest::addRow("%s %d", html, from) << QString(html) << from << to << QString(part);
        };
        row("One two", 4, 13, "two\nthree");
        row("One two", 2, 5, "e t");
        row("One two", 7, 9, "\nt");
        row("e<sup>s−max</sup> of x<sup>2</sup>", 0, 40, "e^(s−max) of x^2\nthree four");
        row("e<sup>s−max</sup> of x<sup>2</sup>", 1, 11, "^(s−max) of x");
        row("√d<sub>k</sub>, <b>W<sub>q</sub></b><sup>T</sup>[…]", 1, 11, "d_k, W_q^T[…]");
        row("&lt;i&gt;&nbsp;&amp;", 0, 5, "<i> &");
    }
    void aPartIsCopied() {
        QFETCH(QString, html);
        QFETCH(int, from);
        QFETCH(int, to);
        OpenPage page;
        page.setPage(LessonPen::para(html) + LessonPen::para("three four"));
        QTextCursor cursor = page.textCursor();
        cursor.setPosition(from);
        cursor.setPosition(std::min(to, page.document()->characterCount() - 1), QTextCursor::KeepAnchor);
        page.setTextCursor(cursor);
        const std::unique_ptr<QMimeData> data(page.createMimeDataFromSelection());
        QTEST(data->text(), "part");
    }

    /// An equation is copied as a line of text, whatever part of it is selected.
    void anEquationIsCopiedAsALine() {
        const Session session;
        const CellRef cell;
        const LessonLook look;
        const QString text = QStringLiteral("0.4 / √3 = 0.2309\n√3 = 1.7321");
        const Written html = LessonPen::para("Above") +
                             LessonPen{session, cell, look}.fraction("0.4", "√3 = 1.7321", "&nbsp;= 0.2309", text) +
                             LessonPen::para("Below");
        LessonPage page;
        page.setPage(html);
        QCOMPARE(page.text(), "Above\n" + text + "\nBelow");
        QTextCursor cursor(page.document());
        cursor.select(QTextCursor::Document);
        QCOMPARE(html.text(cursor), page.text());
        cursor.setPosition(8); // at the number above the line
        cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        QCOMPARE(html.text(cursor).trimmed(), text + "\nBelow"); // Qt selects the whole table
        cursor.setPosition(7);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        QCOMPARE(html.text(cursor), QString(".4"));
        cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        QCOMPARE(html.text(cursor), text);
    }

    void aNumberHasATip_data() {
        QTest::addColumn<QString>("html");
        QTest::addColumn<QString>("tip");
        QTest::newRow("number") << "<span title='0.123456789'>0.12</span>"
                                << "0.123456789";
        QTest::newRow("link") << "<a href='here' title='0.5'>0.50</a>"
                              << "0.5\nmore of here";
        QTest::newRow("words") << "Only words"
                               << "";
    }
    void aNumberHasATip() {
        QFETCH(QString, html);
        QFETCH(QString, tip);
        LessonPage page;
        page.resize(300, 100);
        page.setMoreTips([](const QString& link) { return link.isEmpty() ? link : "more of " + link; });
        page.setHtml(html);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QTextCursor cursor(page.document());
        cursor.setPosition(1);
        const QPoint at = page.cursorRect(cursor).center() + QPoint(2, 0);
        QHelpEvent event(QEvent::ToolTip, at, page.viewport()->mapToGlobal(at));
        QApplication::sendEvent(page.viewport(), &event);
        QTRY_COMPARE(QToolTip::isVisible() ? QToolTip::text() : QString(), tip);
        QToolTip::hideText();
    }
};

QTEST_MAIN(LessonPageTest)
#include "tst_lessonPage.moc"
