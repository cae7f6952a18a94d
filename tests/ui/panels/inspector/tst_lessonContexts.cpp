// The columns of the tables of vectors beside a weight, as copied, add up to the numbers of the maps.
#include "core/io/exampleFiles.h"
#include "panels/inspector/way.h"
#include "ui/panels/inspector/randomLessons.h"

#include <map>

using namespace headlight;
using namespace headlight::testing;

class LessonContextsTest : public QObject {
    Q_OBJECT

private slots:
    /// The numbers that a key is made of have its colour, also where they are a row of the same X. A context is made of
    /// several tokens, and has none.
    void theInputOfAKeyHasItsColour() {
        const Session session = exampleSession("shoes");
        const CellRef cell{Stage::Weights, 0, 0, 1, 5};
        const std::vector<CellRef> way = wayTo(cell, session, {});
        LessonLook look;
        look.toggled = {{Stage::Q, false}, {Stage::K, false}};
        Engine engine(eigen());
        const Frame frame = engine.answer(session, {{}, {way.begin(), way.end()}});
        const QString html = lessonHtml({session, cell, look}, frame.explanations).html;
        for (const auto& [number, colour] :
             {std::pair("X/0/0/1/0", look.theme->query), std::pair("X/0/0/5/0", look.theme->key),
              std::pair("context/0/0/1/0", look.theme->text)}) {
            const QString link = QStringLiteral("href='%1' title='[^']*' class='%2'");
            QVERIFY2(html.contains(QRegularExpression(link.arg(number, colour.name().replace('#', 'c')))),
                     qPrintable(html));
        }
    }

    /// Tests the context, query and key of a weight, in up to four columns.
    void copiedVectorsAddUp() {
        std::map<std::size_t, int> columns;
        std::map<Stage, int> vectors;
        int folded = 0;
        Engine engine(eigen());
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>& traces) {
            if (e.of.stage != Stage::Weights) return QString();
            const std::vector<CellRef> way = wayTo(e.of, session, {});
            const Frame frame = engine.answer(session, {{}, {way.begin(), way.end()}});
            LessonLook look = everyDigit(e.of.row % 2 == 0);
            look.toggled = {{Stage::Q, false}, {Stage::K, false}};
            const QString text = lessonHtml({session, e.of, look}, frame.explanations).text();
            const std::pair<Stage, const char*> titles[] = {
                {Stage::Context, "▾ Context of"}, {Stage::Q, "▾ Query of"}, {Stage::K, "▾ Key of"}};
            for (const auto& [stage, title] : titles) {
                const QStringList rows = text.section(QString::fromUtf8(title), -1).split(u'\n');
                std::vector<const Explanation*> vector;
                for (const auto& one : frame.explanations)
                    if (one->of.stage == stage) vector.push_back(one.get());
                if (vector.empty() || !vector[0]->terms.at(0).b.isSomewhere()) continue; // copied from x
                if (isOfHeadThatIsOff(*vector[0], session)) continue; // a sentence says so, without numbers
                std::vector<double> sums(vector.size());
                bool isAtEnd = false;
                for (const QString& row : rows) {
                    const QStringList cells = row.split(u'\t');
                    const bool isHead = cells[0] == "key" || cells[0].isEmpty();
                    if (isAtEnd || cells.size() < qsizetype(1 + vector.size()) || isHead) continue;
                    folded += cells[0].contains("other");
                    isAtEnd = cells[0].startsWith("sum");
                    for (std::size_t c = 0; c < vector.size(); ++c) {
                        const QString cell = cells[cells.size() - qsizetype(vector.size() - c)].trimmed();
                        if (cell.isEmpty()) continue; // the line of other terms may be empty
                        if (!isAtEnd) {
                            sums[c] += numberIn(cell);
                            continue;
                        }
                        const Explanation& of = *vector[c];
                        const auto [value, bound] = Evaluation(of, rowBehindMask(of, session, traces))();
                        double tolerance = bound;
                        for (const Term& term : of.terms) tolerance += 2 * FloatBounds::kU * std::abs(term.value);
                        const double result = static_cast<double>(of.result);
                        if (!std::isfinite(tolerance) || !std::isfinite(result)) continue;
                        if (floatIn(cell) != result || !(std::abs(sums[c] - result) <= tolerance))
                            return QStringLiteral("%1, not %2 within %3: ").arg(sums[c]).arg(result).arg(tolerance) +
                                   text;
                        ++columns[vector.size()];
                        ++vectors[stage];
                    }
                }
                if (!isAtEnd) return "no sum: " + text;
            }
            return QString();
        });
        QVERIFY(vectors[Stage::Context] > 20 && vectors[Stage::Q] > 20 && vectors[Stage::K] > 20);
        QVERIFY2(columns[kVectorColumns] > 20 && columns[1] + columns[2] + columns[3] > 20 && folded > 3,
                 qPrintable(
                     QStringLiteral("%1 %2 %3").arg(columns[4]).arg(columns[1] + columns[2] + columns[3]).arg(folded)));
    }
};

QTEST_MAIN(LessonContextsTest)
#include "tst_lessonContexts.moc"
