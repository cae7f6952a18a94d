// The text that is copied from the inspector's page, and the tool tips of its numbers.
#include "panels/inspector/LessonPage.h"
#include "panels/inspector/LessonPen.h"
#include "panels/inspector/copiedText.h"
#include "support/bench.h"
#include "support/controls.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
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

const QString kTable = QStringLiteral(
    "<p>Above</p><table><tr><td>key</td><td>weight</td></tr><tr><td>\u2068my\u2069</td><td>0.25"
    "</td><td><table><tr><td>&nbsp;</td></tr></table></td></tr></table><p>Below</p>");

} // namespace

class LessonPageTest : public QObject {
    Q_OBJECT

private slots:
    void aRowIsCopiedAsALine() {
        OpenPage page;
        page.setHtml(kTable);
        page.selectAll();
        const std::unique_ptr<QMimeData> data(page.createMimeDataFromSelection());
        QStringList lines = data->text().split(QLatin1Char('\n'));
        for (QString& line : lines) line = line.trimmed();
        QCOMPARE(lines, QStringList({"Above", "key\tweight", "my\t0.25", "Below"}));
        QVERIFY(data->hasHtml());
    }

    /// Columns are kept, so that a sum is copied below its terms.
    void columnsStayColumns() {
        LessonPage page;
        page.setHtml("<table><tr><td>key</td><td>scaled</td><td>weight</td></tr><tr><td colspan='2'>sum</td><td>1</td>"
                     "</tr></table>");
        page.selectAll();
        QCOMPARE(copiedText(page.textCursor()).trimmed(), QString("key\tscaled\tweight\nsum\t\t1"));
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
        page.setHtml(QStringLiteral("<p>One two</p><p>three four</p>"));
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
        page.setPage(html);
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

    void aPartIsCopied() {
        OpenPage page;
        page.setHtml(QStringLiteral("<p>One two</p><p>three four</p>"));
        QTextCursor cursor = page.textCursor();
        cursor.setPosition(4);
        cursor.setPosition(13, QTextCursor::KeepAnchor);
        QCOMPARE(copiedText(cursor), QString("two\nthree"));
    }

    /// An equation is copied as a line of text, whatever part of it is selected.
    void anEquationIsCopiedAsALine_data() {
        QTest::addColumn<QString>("html");
        QTest::addColumn<QString>("text");
        const Session session;
        const CellRef cell;
        const LessonLook look;
        const LessonPen pen{session, cell, look};
        const QString root = QStringLiteral("√<span style='text-decoration:overline'>%1</span>");
        const QString is = QStringLiteral("&nbsp;= <b>-0.5159</b>");
        const auto row = [](const char* name, const QString& html, const char* text) {
            QTest::newRow(name) << html << QString::fromUtf8(text);
        };
        row("fraction", pen.fraction("0.5", "2", QStringLiteral("&nbsp;= <b>0.25</b>")), "0.5 / 2 = 0.25");
        row("what is below has a value of its own",
            pen.fraction("<a href='a'>-0.8936</a>", root.arg(3) + " = <span title='a'>1.7321</span>", is),
            "(-0.8936) / √3 = -0.5159\n√3 = 1.7321");
        row("what is below is a product", pen.fraction("1e-05", root.arg(3) + QStringLiteral(" × 0.5"), is),
            "1e-05 / (√3 × 0.5) = -0.5159");
        row("what is above is a difference",
            pen.fraction(QStringLiteral("(0.5 + 0.1) − 0.2"), root.arg("0.2 + 1e-05"),
                         QStringLiteral("&nbsp;× 1 + 0 = 0.5")),
            "((0.5 + 0.1) − 0.2) / √(0.2 + 1e-05) × 1 + 0 = 0.5");
        row("power", "e<sup>s−max</sup> of x<sup>2</sup>", "e^(s−max) of x^2");
        row("letters below", "√d<sub>k</sub>, <b>W<sub>q</sub></b><sup>T</sup>[…, 2]", "√d_k, W_q^T[…, 2]");
    }
    void anEquationIsCopiedAsALine() {
        QFETCH(QString, html);
        QFETCH(QString, text);
        LessonPage page;
        page.setHtml(QStringLiteral("<p>Above</p>%1<p>Below</p>").arg(html));
        QTextCursor cursor(page.document());
        cursor.select(QTextCursor::Document);
        QCOMPARE(copiedText(cursor).trimmed(), "Above\n" + text + "\nBelow");
        cursor.setPosition(6); // within the text above the equation
        QCOMPARE(copiedText(cursor), QString());
        cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        QCOMPARE(copiedText(cursor).trimmed(), text + "\nBelow");
        if (!html.startsWith("<table")) return;
        cursor.setPosition(8);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        QVERIFY2(!copiedText(cursor).contains(u'/'), qPrintable(copiedText(cursor)));
        cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        QCOMPARE(copiedText(cursor), text);
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
