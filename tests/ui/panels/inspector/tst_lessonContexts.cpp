// The table of a context beside a weight is true: its columns as copied add up to the numbers of the maps.
#include "panels/inspector/way.h"
#include "ui/panels/inspector/randomLessons.h"

#include <map>

using namespace headlight;
using namespace headlight::testing;

class LessonContextsTest : public QObject {
    Q_OBJECT

private slots:
    /// The context beside a weight, of up to four columns; with four there is no room for the weights.
    void copiedContextsAddUp() {
        std::map<std::size_t, int> columns;
        int folded = 0;
        Engine engine(eigen());
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>& traces) {
            if (e.of.stage != Stage::Weights) return QString();
            const std::vector<CellRef> way = wayTo(e.of, session);
            const Frame frame = engine.answer(session, {{}, {way.begin(), way.end()}});
            const QString text = copied(lessonHtml({session, e.of, everyDigit(e.of.row % 2 == 0)}, frame.explanations));
            const QStringList rows = text.section(QStringLiteral(u"▾ Context of"), -1).split(u'\n');
            std::vector<const Explanation*> contexts;
            for (const auto& one : frame.explanations)
                if (one->of.stage == Stage::Context) contexts.push_back(one.get());
            std::vector<double> sums(contexts.size());
            bool isAtEnd = false;
            for (const QString& row : rows) {
                const QStringList cells = row.split(u'\t');
                if (isAtEnd || cells.size() < qsizetype(1 + contexts.size()) || cells[0] == "key") continue;
                folded += cells[0].contains("other");
                isAtEnd = cells[0].startsWith("sum");
                for (std::size_t c = 0; c < contexts.size(); ++c) {
                    const QString cell = cells[cells.size() - qsizetype(contexts.size() - c)].trimmed();
                    if (cell.isEmpty()) continue; // no others
                    if (!isAtEnd) {
                        sums[c] += numberIn(cell);
                        continue;
                    }
                    const Explanation& of = *contexts[c];
                    const auto [value, bound] = Evaluation(of, rowBehindMask(of, session, traces))();
                    double room = bound;
                    for (const Term& term : of.terms) room += 2 * FloatBounds::kU * std::abs(term.value);
                    const double result = static_cast<double>(of.result);
                    if (!std::isfinite(room) || !std::isfinite(result)) continue;
                    if (floatIn(cell) != result || !(std::abs(sums[c] - result) <= room))
                        return QStringLiteral("%1, not %2 within %3: ").arg(sums[c]).arg(result).arg(room) + text;
                    ++columns[contexts.size()];
                }
            }
            return isAtEnd || contexts.empty() ? QString() : "no sum: " + text;
        });
        QVERIFY2(columns[kContextColumns] > 20 && columns[1] + columns[2] + columns[3] > 20 && folded > 3,
                 qPrintable(
                     QStringLiteral("%1 %2 %3").arg(columns[4]).arg(columns[1] + columns[2] + columns[3]).arg(folded)));
    }
};

QTEST_MAIN(LessonContextsTest)
#include "tst_lessonContexts.moc"
