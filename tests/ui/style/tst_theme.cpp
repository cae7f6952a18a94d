#include "style/Theme.h"
#include "style/styleSheet.h"

#include <QGlyphRun>
#include <QRegularExpression>
#include <QTest>
#include <QTextLayout>

#include <cmath>

using namespace headlight;

namespace {

double channel(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

double luminance(const QColor& c) {
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

/// WCAG 2.1, 1.4.3.
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void textIsReadable_data() {
        QTest::addColumn<QColor>("front");
        QTest::addColumn<QColor>("back");
        for (const Theme* t : themes()) {
            const auto row = [&](const char* name, const QColor& front, const QColor& back) {
                QTest::addRow("%s, %s", qPrintable(t->id), name) << front << back;
            };
            row("text on surface", t->text, t->surface);
            row("text on window", t->text, t->window);
            row("text on sunken", t->text, t->sunken);
            row("muted on surface", t->muted, t->surface);
            row("muted on window", t->muted, t->window);
            row("muted on sunken", t->muted, t->sunken);
            row("accent on surface", t->accent, t->surface);
            row("accent on its soft", t->accent, t->accentSoft);
            row("surface on accent", t->surface, t->accent);
            row("key on surface", t->key, t->surface);
            row("text on key soft", t->text, t->keySoft);
            row("error on its soft", t->error, t->errorSoft);
            row("positive on surface", t->positive, t->surface);
            row("caution on its soft", t->caution, t->cautionSoft);
        }
    }
    void textIsReadable() {
        QFETCH(QColor, front);
        QFETCH(QColor, back);
        const double ratio = contrast(front, back);
        QVERIFY2(ratio >= 4.5, qPrintable(QString::number(ratio)));
    }

    void noColourNameIsLeftInTheSheet() {
        for (const Theme* theme : themes()) QVERIFY(!styleSheet(*theme).contains(QRegularExpression("@[a-z]")));
    }

    void themesAreFoundById() {
        for (const Theme* theme : themes()) QCOMPARE(findTheme(theme->id), theme);
        QCOMPARE(findTheme("light"), &lightTheme());
        QCOMPARE(findTheme("dark"), &darkTheme());
        QCOMPARE(findTheme("pink"), nullptr);
    }

    void fontsExist() {
        QCOMPARE(QFontInfo(textFont()).family(), textFont().family());
        QCOMPARE(fieldFont().family(), textFont().family());
        const QFontMetricsF metrics(textFont());
        for (const QChar c : QStringLiteral("0123456789"))
            QCOMPARE(metrics.horizontalAdvance(c), metrics.horizontalAdvance(u'0'));
    }

    /// The glyphs of a text are those of its letters, each alone: neither ligatures nor alternates.
    void whatIsTypedIsWhatIsShown_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"10x20 a->b -> => -->", "x2 3x", "-2.28 -0.5 +1e-07", "<= >= != == :=", "a-B A-B (x) [y]",
              "office flat fjord ffi tt Th", "1/2 3:4 (c) (r) ... ``''", "www *** ### |> <| ~~ __"})
            QTest::newRow(text) << QString(text);
    }
    void whatIsTypedIsWhatIsShown() {
        QFETCH(QString, text);
        const auto glyphs = [](const QString& shown, double pointSize) {
            QTextLayout layout(shown, textFont(pointSize));
            layout.beginLayout();
            layout.createLine();
            layout.endLayout();
            QList<quint32> all;
            for (const QGlyphRun& run : layout.glyphRuns()) all += run.glyphIndexes();
            return all;
        };
        for (const double pointSize : {4.0, 7.0, 9.5, 24.0}) {
            QList<quint32> alone;
            for (const QChar c : text) alone += glyphs(c, pointSize);
            QCOMPARE(glyphs(text, pointSize), alone);
        }
    }
};

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
