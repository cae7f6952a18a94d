#include "style/Theme.h"
#include "style/styleSheet.h"
#include "style/textSize.h"

#include <QDir>
#include <QGlyphRun>
#include <QIcon>
#include <QListWidget>
#include <QRegularExpression>
#include <QSlider>
#include <QTest>
#include <QTextLayout>

#include <cmath>

using namespace headlight;

namespace {

double channel(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

double luminance(const QColor& c) {
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

/// Returns the contrast of WCAG 2.1, 1.4.3.
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    /// Qt's plugin for SVG is a package of its own in some systems.
    void iconsAreDrawn() {
        applyTheme(*qApp, *themes().front());
        const QStringList icons = QDir(":/icons").entryList();
        QVERIFY(icons.size() >= 15);
        for (const QString& icon : icons) QVERIFY2(!QIcon(":/icons/" + icon).pixmap(16).isNull(), qPrintable(icon));
    }

    /// The groove and the handle of a slider are visible.
    void aSliderIsSeen() {
        for (const Theme* theme : themes()) {
            applyTheme(*qApp, *theme);
            QSlider slider(Qt::Horizontal);
            slider.resize(100, 20);
            slider.setValue(50);
            const QImage image = slider.grab().toImage();
            const auto seen = [&](int left, int right) { // length in px of a line that differs from the background
                int max = 0;
                for (int y = 0; y < image.height(); ++y) {
                    int count = 0;
                    for (int x = left; x < right; ++x)
                        count += contrast(image.pixelColor(x, y), image.pixelColor(0, 0)) >= 3;
                    max = std::max(max, count);
                }
                return max;
            };
            QVERIFY2(seen(2, 40) > 30 && seen(40, 60) > 8, qPrintable(theme->id));
        }
        applyTheme(*qApp, lightTheme());
    }

    /// At any size of text, the tick of a list item is left of its letters.
    void aTickCoversNoLetter() {
        for (const double size : {0.8, 1.0, 1.5, 2.0}) {
            applyTextSize(*qApp, lightTheme(), size);
            QListWidget list;
            list.resize(400, 100);
            auto* item = new QListWidgetItem("HHH", &list);
            const auto drawn = [&](const QString& text, Qt::CheckState state) {
                item->setText(text);
                item->setCheckState(state);
                return list.grab().toImage();
            };
            const auto differs = [](const QImage& a, const QImage& b) { // the first and the last column
                std::pair columns{a.width(), -1};
                for (int y = 0; y < a.height(); ++y)
                    for (int x = 0; x < a.width(); ++x)
                        if (a.pixel(x, y) != b.pixel(x, y))
                            columns = {std::min(columns.first, x), std::max(columns.second, x)};
                return columns;
            };
            const int tick = differs(drawn("HHH", Qt::Checked), drawn("HHH", Qt::Unchecked)).second,
                      text = differs(drawn("HHH", Qt::Checked), drawn(" ", Qt::Checked)).first;
            QVERIFY2(tick > 0 && tick < text, qPrintable(QString("%1: %2, %3").arg(size).arg(tick).arg(text)));
        }
        applyTextSize(*qApp, lightTheme(), 1);
    }

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
            row("text on border", t->text, t->border);
            row("surface on text", t->surface, t->text);
            row("surface on muted", t->surface, t->muted);
            row("query on surface", t->query, t->surface);
            row("surface on query", t->surface, t->query);
            row("key on surface", t->key, t->surface);
            row("text on key soft", t->text, t->keySoft);
            row("error on its soft", t->error, t->errorSoft);
            row("positive on surface", t->positive, t->surface);
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

    /// Blue is the query and amber the key, which no control of Qt knows.
    void theSheetHasNeitherBlueNorAmber() {
        for (const Theme* theme : themes())
            for (const QColor& colour : {theme->query, theme->key, theme->keySoft})
                QVERIFY(!styleSheet(*theme).contains(colour.name()));
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

    /// A text consists of the glyphs of its single letters, without ligatures and alternates.
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
