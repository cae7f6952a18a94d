// The numbers of the inspector's page, as copied and computed again, give the number that it explains.
#include "core/io/exampleFiles.h"
#include "document/selection.h"
#include "panels/inspector/way.h"
#include "ui/panels/inspector/randomLessons.h"

#include <QTest>

#include <map>
#include <numbers>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the sum of the terms, the other terms and the bias. Values that are no float32, such as other terms and
/// steps of a rollout, are rounded to one.
NumberRead sumIn(const LessonText& text) {
    NumberRead sum{0, 0};
    for (const LessonText::Row& row : text.rows()) {
        const double term = row.value == 0 ? 0 : row.a * row.b; // a hidden term is 0 times NaN
        sum.value += term;
        if (text.rule == Rule::Rollout) sum.tolerance += FloatBounds::kU * std::abs(term);
    }
    if (const double rest = text.valueOf("other terms"); !std::isnan(rest)) {
        sum.value += rest;
        sum.tolerance += FloatBounds::kU * std::abs(rest);
    }
    if (const double bias = text.valueOf("bias"); !std::isnan(bias)) sum.value += bias;
    return sum;
}

/// Reads a row of weights: key, scaled score, exponential (with softmax), weight.
NumberRead weightIn(const LessonText& text, int col) {
    const bool isSoftmax = text.rule == Rule::Softmax;
    const auto width = isSoftmax ? 4 : 3;
    const auto begin = text.lines.indexOf(QStringLiteral("key")) + width, end = text.lines.lastIndexOf("sum");
    double own = 0, sum = 0, max = -INFINITY;
    std::vector<double> row;
    for (auto i = begin; i + width <= end; i += width)
        if (row.push_back(isHidden(text.lines[i + 1]) ? NAN : floatIn(text.lines[i + 1])); !std::isnan(row.back()))
            max = std::max(max, row.back());
    for (std::size_t i = 0; i < row.size(); ++i) {
        const double value = std::isnan(row[i]) ? 0 : isSoftmax ? std::exp(row[i] - max) : row[i];
        sum += value;
        if (static_cast<int>(i) == col) own = value;
    }
    return {own / sum, 0};
}

/// Reads the row, its mean and variance; then gain and bias after the fraction.
NumberRead normIn(const LessonText& text, int col) {
    std::vector<double> x;
    const auto end = text.lines.indexOf(QStringLiteral("mean"));
    for (auto i = text.lines.indexOf(QStringLiteral("x")) + 2; i + 3 <= end; i += 3) {
        float sum = 0;
        for (const QString& part : text.lines[i + 1].split(QStringLiteral(" + "))) sum += float(floatIn(part));
        x.push_back(static_cast<double>(sum));
    }
    double mean = 0, variance = 0;
    for (const double value : x) mean += value / static_cast<double>(x.size());
    for (const double value : x) variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
    // "(0.5 − 0.1) / √(0.02 + 1e-05) × 1 + 0 = 0.5"
    const QString equation = text.lines[end + 3];
    const double eps = numberIn(equation.section(QStringLiteral(" / √("), 1).section(QStringLiteral(" + "), 1));
    const QStringList behind = equation.section(QStringLiteral(u" × "), 1).split(QRegularExpression(" [+=] "));
    return {(x.at(std::size_t(col)) - mean) / std::sqrt(variance + eps) * floatIn(behind.at(0)) + floatIn(behind.at(1)),
            0};
}

NumberRead readBack(const LessonText& text, const Explanation& e) {
    const QString first = text.lines.value(0);
    if (e.terms.size() == 1 && e.terms[0].isMasked && !text.isSum()) {
        if (!first.startsWith("Hidden by") && !first.startsWith("Dropped")) return {};
        if (e.rule == Rule::Copy || e.rule == Rule::Dropout) return {e.rule == Rule::Copy ? -INFINITY : 0, 0};
    }
    switch (e.rule) {
    case Rule::None: return {};
    case Rule::Copy:
    case Rule::Embedding: return {floatIn(first.section(": ", -1)), 0};
    case Rule::Sinusoid: return waveIn(first);
    case Rule::Sum:
    case Rule::Products:
    case Rule::Rollout: return sumIn(text);
    case Rule::Scaled:
    case Rule::Dropout: return {quotientIn(first), 0};
    case Rule::Softmax:
    case Rule::Share: return e.hiddenBy ? NumberRead{0, 0} : weightIn(text, e.of.col);
    case Rule::Norm: return normIn(text, e.of.col);
    }
    return {};
}

/// True if the link is one of the known kinds, and its address exists.
bool leadsSomewhere(const QString& link, const Session& session) {
    const QString kind = link.section(u':', 0, 0);
    if (kind == "open" || kind == "all") return findStage(link.section(u':', 1).toStdString());
    if (kind == "key") return exists(session, CellRef{Stage::Weights, 0, 0, 0, link.section(u':', 1).toInt()});
    const std::vector<Address> addresses = addressesIn(link);
    if (addresses.empty() || addressText(addresses) != link) return false;
    return std::ranges::all_of(addresses, [&](const Address& address) { return exists(session, address); });
}

} // namespace

class LessonTest : public QObject {
    Q_OBJECT

private slots:
    /// The calculation in double agrees within the error bound of float32.
    void copiedNumbersAreTheResult() {
        std::map<Rule, int> rules;
        std::map<Stage, int> seen;
        int cells = 0, compared = 0, folded = 0;
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>& traces) {
            const bool isRow = e.rule == Rule::Softmax || e.rule == Rule::Share || e.rule == Rule::Norm;
            const LessonLook look = everyDigit(isRow || cells % 2 == 0);
            const LessonText text({session, e.of, look}, std::make_shared<Explanation>(e));
            ++cells;
            ++seen[e.of.stage];
            folded += !text.lines.filter("other terms").isEmpty();
            if (isRow && e.kind != RowKind::Plain) return QString(); // the page says why there are no weights
            const NumberRead read = readBack(text, e);
            const auto [value, bound] = Evaluation(e, rowBehindMask(e, session, traces))();
            const double result = static_cast<double>(e.result);
            const bool isSame = read.value == result || (std::isnan(read.value) && std::isnan(result));
            if (!isSame && !std::isfinite(bound)) return QString();
            ++compared;
            ++rules[e.rule];
            if (isSame || std::abs(read.value - result) <= bound + read.tolerance) return QString();
            return QStringLiteral("%1, not %2 within %3:\n").arg(read.value).arg(result).arg(bound + read.tolerance) +
                   text.lines.join(u'\n');
        });
        QVERIFY2(cells >= 1000 && compared > 9 * cells / 10 && folded > 20,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(cells).arg(compared).arg(folded)));
        for (const StageInfo& info : stages()) QVERIFY2(seen[info.stage] >= 3, info.id);
        for (int rule = 1; rule <= static_cast<int>(Rule::Rollout); ++rule)
            QVERIFY2(rules[static_cast<Rule>(rule)] >= 3, std::to_string(rule).c_str());
    }

    /// Numbers have the chosen decimals, or an exponent where these would all be 0.
    void aColumnHasOneFormat() {
        int numbers = 0;
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>&) {
            const LessonLook look;
            const LessonText text({session, e.of, look}, std::make_shared<Explanation>(e));
            static const QRegularExpression table(QStringLiteral(u"^(?:[×=≈] )?-?(?:\\d+\\.\\d+|[\\d.]+e-\\d+)$"));
            const bool isTable = text.isSum() || e.rule == Rule::Softmax || e.rule == Rule::Share;
            const auto end = text.lines.lastIndexOf("sum") + 2;
            for (qsizetype i = 0; isTable && i < std::min(end, text.lines.size()); ++i)
                if (const bool hasPower = text.lines[i].contains(u'e');
                    table.match(text.lines[i]).hasMatch() && ++numbers &&
                    (hasPower ? !(std::abs(numberIn(text.lines[i])) < 5.1e-5)
                              : text.lines[i].section(u'.', -1).size() != look.decimals) &&
                    e.rule != Rule::Rollout)
                    return text.lines[i] + QStringLiteral(" in:\n") + text.lines.join(u'\n');
            return QString();
        });
        QVERIFY(numbers > 1000);
    }

    /// The question, the title, the table and the quotient write a small weight in the same way.
    void aNumberHasOneForm() {
        const Session session = exampleSession("saturation");
        const LessonLook look;
        Engine engine(eigen());
        int small = 0;
        for (int at = 0; at < 36; ++at) { // six tokens
            const CellRef cell{Stage::Weights, 0, 0, at / 6, at % 6};
            const auto e = std::make_shared<Explanation>(one(engine, session, cell));
            if (!(e->result > 0 && e->result < 5e-5F)) continue;
            const auto weight = static_cast<double>(e->result);
            const QString page = lessonHtml({session, cell, look}, {e}).text();
            QVERIFY2(page.count(rounded(weight)) >= 4 && !page.contains(inFull(weight)), qPrintable(page));
            ++small;
        }
        QVERIFY(small > 0);
    }

    void everyLinkLeadsSomewhere() {
        int links = 0, entries = 0;
        Engine engine(eigen());
        forRandomCells([&](const Explanation& e, const Session& session, const std::vector<Trace>&) {
            const std::vector<CellRef> way = wayTo(e.of, session, {});
            const Frame frame = engine.answer(session, {{}, {way.begin(), way.end()}});
            LessonLook look = everyDigit(false);
            for (const StageInfo& info : stages())
                if (info.scope == Scope::Layer || !info.isMap()) look.toggled.insert({info.stage, false});
            look.toggled.erase({e.of.stage, false});
            const QString html = lessonHtml({session, e.of, look}, frame.explanations).html;
            static const QRegularExpression href(QStringLiteral("href='([^']*)'"));
            for (auto all = href.globalMatch(html); all.hasNext(); ++links) {
                const QString link = all.next().captured(1);
                entries += link.startsWith("entry:");
                if (!leadsSomewhere(link, session)) return link;
            }
            return QString();
        });
        QVERIFY(links > 10000 && entries > 100);
    }
};

QTEST_MAIN(LessonTest)
#include "tst_lesson.moc"
