// The sign before a number, "=" or "≈", depends on the digits of the page.
#include "core/io/exampleFiles.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/explanations.h"
#include "ui/panels/inspector/randomLessons.h"

#include <QTest>

#include <numeric>

using namespace headlight;
using namespace headlight::testing;

class LessonSignsTest : public QObject {
    Q_OBJECT

private slots:
    /// Printed terms and sums are rounded to the last decimal. If they do not add up, the page says "≈".
    void printedTermsAddUp() {
        int rough = 0, even = 0, cells = 0;
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>& traces) {
            LessonLook look;
            look.decimals = 2 + cells++ % 8;
            const LessonText text({session, e.of, look}, std::make_shared<Explanation>(e));
            const double bound = Evaluation(e, rowBehindMask(e, session, traces))().bound; // of the sum itself
            double largest = std::abs(static_cast<double>(e.result));
            for (const Term& term : e.terms) largest = std::max(largest, std::abs(term.value));
            if (!(largest < 1e5) || !std::isfinite(bound) || e.kind != RowKind::Plain) return QString();
            const double unit = std::pow(10, -look.decimals);
            for (const LessonText::Column& column : text.columns()) {
                const double off = std::abs(std::accumulate(column.terms.begin(), column.terms.end(), -column.sum));
                const double tolerance = static_cast<double>(column.terms.size() + 1) / 2 * unit + bound + 1e-10;
                if (column.hasPower || std::abs(off - 0.5 * unit) < 1e-9) continue; // other decimals; rounded to even
                (column.isRough ? rough : even) += 1;
                if (off > tolerance || column.isRough != (off > 0.5 * unit))
                    return QStringLiteral("off by %1\n").arg(off) + text.lines.join(u'\n');
            }
            return QString();
        });
        QVERIFY(rough > 20 && even > 20);
    }

    /// The difference from the maximum has the sign that its printed numbers need.
    void printedDifferencesAddUp() {
        int rough = 0, even = 0, cells = 0;
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>&) {
            LessonLook look;
            look.decimals = 2 + cells++ % 4;
            const LessonText text({session, e.of, look}, std::make_shared<Explanation>(e));
            const std::vector<double> all = text.difference();
            if (all.size() != 3) return QString();
            const double off = std::abs(all[0] - all[1] - all[2]), unit = std::pow(10, -look.decimals);
            if (!(std::abs(all[0]) < 1e5 && std::abs(all[1]) < 1e5)) return QString();
            const QString said = text.lines.filter(QStringLiteral("s − largest = ")).value(0);
            if (said.contains(QLatin1String("e-"))) return QString(); // which has other decimals
            const bool isRough = said.contains(u'≈');
            ++(isRough ? rough : even);
            const bool isRight = isRough ? off > 0.9 * unit && off < 1.6 * unit : off < 0.1 * unit;
            return isRight ? QString() : QStringLiteral("off by %1\n").arg(off) + text.lines.join(u'\n');
        });
        QVERIFY2(rough > 5 && even > 20, qPrintable(QStringLiteral("%1 %2").arg(rough).arg(even)));
    }

    /// Products have this sign, and so has the quotient that is a scaled score or a weight.
    void printedProductsAndQuotients() {
        int rough = 0, even = 0, quotients = 0, waves = 0, cells = 0;
        static const QRegularExpression number(QStringLiteral(u"^(?:× |[=≈] )?-?[0-9.]+(?:e[-+]?[0-9]+)?$"));
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>&) {
            LessonLook look;
            look.decimals = 2 + cells++ % 4;
            const QStringList lines = LessonText({session, e.of, look}, std::make_shared<Explanation>(e)).lines;
            const double unit = std::pow(10, -look.decimals);
            const auto wrong = [&](double made, const QString& said) {
                const double off = std::abs(made - numberIn(said));
                const bool isRough = said.startsWith(u'≈');
                if (!(std::abs(made) < 1e4) || said.contains(u'e')) return false; // which has other decimals
                ++(isRough ? rough : even);
                return isRough ? off < 0.49 * unit : off > 0.51 * unit;
            };
            const QStringList wave = lines.value(0).split(kSign); // "sin(2 ÷ 1) = 0.9093"
            if (e.rule == Rule::Sinusoid && wave.size() == 2) {
                const QString sign = lines[0].contains(u'≈') ? QStringLiteral(u"≈ ") : QStringLiteral("= ");
                ++waves;
                if (wrong(waveIn(wave[0]).value, sign + wave[1])) return lines[0];
            }
            const bool areProducts = e.rule == Rule::Products || e.rule == Rule::Rollout;
            for (qsizetype i = 0; areProducts && i + 3 < lines.size(); ++i)
                if (lines[i + 2].startsWith(u'×') && number.match(lines[i + 1]).hasMatch() &&
                    number.match(lines[i + 2]).hasMatch() && number.match(lines[i + 3]).hasMatch() &&
                    wrong(numberIn(lines[i + 1]) * numberIn(lines[i + 2]), lines[i + 3]))
                    return lines.mid(i, 4).join(u'\n');
            const bool isQuotient = e.rule == Rule::Softmax && e.kind == RowKind::Plain && !e.hiddenBy;
            const QString equation = lines.filter(QStringLiteral(" / ")).value(0); // "0.59 / 2.43 = 0.24"
            if (!isQuotient || equation.isEmpty()) return QString();
            ++quotients;
            return wrong(quotientIn(equation), equation.mid(equation.indexOf(kSign) + 1)) ? equation : QString();
        });
        QVERIFY2(rough > 100 && even > 100 && quotients > 20 && waves > 10,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(rough).arg(even).arg(quotients)));
    }

    /// A running total is the printed total before it plus the printed term, or has "≈".
    void printedTotals() {
        int rough = 0, even = 0, cells = 0;
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>&) {
            LessonLook look;
            look.decimals = 2 + cells++ % 4;
            const QStringList lines = LessonText({session, e.of, look}, std::make_shared<Explanation>(e)).lines;
            double before = 0;
            for (qsizetype i = lines.indexOf("total"); i >= 0 && i + 5 < lines.size(); ++i) {
                if (!lines[i + 2].startsWith(u'×') || lines[i + 5].contains(u'e')) continue;
                const QString total = lines[i + 4];
                const double made = before + numberIn(lines[i + 3]);
                const bool isRough = std::abs(made - numberIn(total)) > 0.49 * std::pow(10, -look.decimals);
                if (!(std::abs(made) < 1e4) || total.contains(u'e')) return QString();
                if (total.startsWith(u'≈') != isRough) return lines.mid(i, 5).join(u'\n');
                ++(isRough ? rough : even);
                before = numberIn(total);
            }
            return QString();
        });
        QVERIFY2(rough > 20 && even > 100, qPrintable(QStringLiteral("%1 %2").arg(rough).arg(even)));
    }

    /// A scale that is a factor has the right sign.
    void printedFactors() {
        Session session = exampleSession("shoes-three-heads");
        changing(session)->options.scale = {Scale::Kind::Factor, 3};
        Engine engine(eigen());
        QStringList signs;
        for (int row = 0; row < 8; ++row)
            for (int col = 0; col < 8; ++col) {
                const CellRef cell{Stage::Scaled, 0, 0, row, col};
                const auto e = std::make_shared<Explanation>(one(engine, session, cell));
                const QString line = LessonText({session, cell, {}}, e).lines.value(0), said = line.section(u' ', 4);
                const QString made = QString::number(quotientIn(line), 'f', 4);
                signs << line.section(u' ', 3, 3);
                QVERIFY2(signs.back() == (made == said ? QStringLiteral("=") : QStringLiteral(u"≈")), qPrintable(line));
            }
        QVERIFY(signs.count("=") > 5 && signs.count(QStringLiteral(u"≈")) > 5);
    }

    /// Sinusoids have the right sign: "cos(1 ÷ 1.1274) = 0.6318".
    void printedSinusoids() {
        const Session session = withEmbeddingSize(exampleSession("positions"), 64).value();
        LessonLook look;
        look.decimals = 2;
        Engine engine(eigen());
        QStringList signs;
        const Sizes sizes = sizesOf(session, 0);
        for (int row = 0; row < sizes.tokens; ++row)
            for (int col = 0; col < sizes.d; ++col) {
                const CellRef cell{Stage::Positions, 0, 0, row, col};
                const auto e = std::make_shared<Explanation>(one(engine, session, cell));
                const QString line = LessonText({session, cell, look}, e).lines.value(0);
                const QString said = line.section(kSign, 1);
                if (said.contains(u'e')) continue; // which has other decimals
                const bool isSame = QString::fromStdString(fixedPoint(waveIn(line).value, 2)) == said;
                signs << (line.contains(u'≈') ? "≈" : "=");
                QVERIFY2(signs.back() == (isSame ? QStringLiteral("=") : QStringLiteral(u"≈")), qPrintable(line));
            }
        QVERIFY2(signs.count("=") > 5 && signs.count(QStringLiteral(u"≈")) > 0, qPrintable(signs.join(u' ')));
    }

    /// The rollout of the first layer has the right sign: "0.17 × 0.5 ≈ 0.08".
    void printedRollouts() {
        const Session session = exampleSession("two-layers");
        LessonLook look;
        look.decimals = 2;
        Engine engine(eigen());
        QStringList signs;
        for (int at = 0; at < 49; ++at) {
            const CellRef cell{Stage::Rollout, 0, 0, at / 7, at % 7};
            const auto e = std::make_shared<Explanation>(one(engine, session, cell));
            const QStringList lines = LessonText({session, cell, look}, e).lines;
            for (qsizetype i = 1; i + 1 < lines.size(); ++i) {
                if (!lines[i].startsWith(u'×')) continue;
                const double made = numberIn(lines[i - 1]) * numberIn(lines[i]);
                const bool isSame = rounded(made, 2) == lines[i + 1].mid(2);
                signs << lines[i + 1].left(1);
                QVERIFY2(signs.back() == (isSame ? QStringLiteral("=") : QStringLiteral(u"≈")),
                         qPrintable(lines.mid(i - 1, 3).join(u' ')));
            }
        }
        QVERIFY2(signs.count("=") > 5 && signs.count(QStringLiteral(u"≈")) > 5, qPrintable(signs.join(u' ')));
    }
};

QTEST_MAIN(LessonSignsTest)
#include "tst_lessonSigns.moc"
