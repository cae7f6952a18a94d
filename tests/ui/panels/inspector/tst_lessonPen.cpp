// Numbers and tokens as the inspector writes them.
#include "panels/inspector/LessonPen.h"
#include "session/edits.h"
#include "style/textSize.h"
#include "support/blocks.h"

#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the colours of the fragments of the page.
QList<QColor> coloursOf(const LessonPen& pen, const QString& html) {
    QTextDocument page;
    page.setHtml(pen.sheet() + html);
    QList<QColor> colours;
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at) colours << at.fragment().charFormat().foreground().color();
    return colours;
}

} // namespace

class LessonPenTest : public QObject {
    Q_OBJECT

private slots:
    void numbersThatAreNoneHaveTheirColour() {
        const Session session;
        const LessonLook look;
        const LessonPen pen{session, {}, look};
        const CellRef at{Stage::Scores};
        for (const float value : {NAN, INFINITY, -INFINITY, 1.0F}) {
            Explanation e;
            e.result = value;
            for (const QString& html : {pen.number(double(value)), pen.linked({at, value}), pen.linked({{}, value}),
                                        pen.madeOf({at}, double(value)), pen.madeOf({}, double(value)), pen.result(e)})
                QCOMPARE(coloursOf(pen, html).contains(look.theme->notANumber), !std::isfinite(value));
            e.hiddenBy.causal = true; // as of a mask, with a reason
            QVERIFY(coloursOf(pen, pen.result(e)).contains(look.theme->muted));
        }
    }

    /// A long token shows its first letters, nine with the ellipsis, and no half of a surrogate pair.
    void longTokensAreCut_data() {
        QTest::addColumn<QString>("token");
        QTest::addColumn<QString>("shown");
        QTest::newRow("short") << "attention"
                               << "attention";
        QTest::newRow("long") << "supercalifragilistic" << QString::fromUtf8("supercal…");
        QTest::newRow("pairs") << QString::fromUtf8("a😀😀😀😀😀😀😀😀😀") << QString::fromUtf8("a😀😀😀😀😀😀😀…");
        QTest::newRow("markup") << "<b>%1</b>"
                                << "&lt;b&gt;%1&lt;/b&gt;";
    }
    void longTokensAreCut() {
        QFETCH(QString, token);
        QFETCH(QString, shown);
        Session session = bareSession(matrixFrom("1 2"));
        session.text.tokenizer = {"whitespace", ""};
        session = withSentence(session, token.toStdString()).value();
        const LessonLook look;
        const LessonPen pen{session, {Stage::X}, look};
        QCOMPARE(pen.key(0), QChar(0x2068) + shown + QChar(0x2069));
    }

    void equalTokensHaveTheirNumbers() {
        Session session = bareSession(matrixFrom("1 2"));
        session.text.tokenizer = {"whitespace", ""};
        session = withSentence(session, "my big my").value();
        const LessonLook look;
        const LessonPen pen{session, {Stage::X}, look};
        QStringList keys;
        for (int place = 0; place < 3; ++place) keys << pen.key(place).remove(QChar(0x2068)).remove(QChar(0x2069));
        QCOMPARE(keys, QStringList({QStringLiteral(u"my₁"), "big", QStringLiteral(u"my₃")}));
    }

    void tipsHaveAllDigits() {
        const Session session;
        const LessonLook look;
        const LessonPen pen{session, {}, look};
        QVERIFY(pen.linked({CellRef{}, 0.1F}).contains("title='0.1'"));
        QVERIFY(pen.linked({{}, 0.1F}).contains("title='0.1'")); // a float, not a double
        QVERIFY(pen.number(1.0 / 3).contains("title='0.3333333333333333, computed in double'"));
    }

    void barsAreAsLongAsTheirShares_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("width");
        QTest::newRow("all") << 1.0 << textPx(20);
        QTest::newRow("half") << 0.5 << textPx(10);
        QTest::newRow("least") << 0.03 << 1;
        QTest::newRow("nothing") << 0.01 << 0;
        QTest::newRow("NaN") << double(NAN) << 0;
    }
    void barsAreAsLongAsTheirShares() {
        QFETCH(double, share);
        QFETCH(int, width);
        const Session session;
        const LessonLook look;
        const LessonPen pen{session, {}, look};
        QTextDocument page;
        page.setDefaultFont(textFont(9));
        page.setHtml(pen.sheet() +
                     LessonPen::table(LessonPen::row({QStringLiteral("key"), pen.bar(share, false)})).html);
        QVERIFY(page.size().height() < 2 * QFontMetrics(textFont(9)).height() + 2 * page.documentMargin()); // lays out
        const QTextBlock bar = page.begin().next().next();
        QCOMPARE(qRound(bar.layout()->lineAt(0).naturalTextWidth()), width);
    }
};

QTEST_MAIN(LessonPenTest)
#include "tst_lessonPen.moc"
