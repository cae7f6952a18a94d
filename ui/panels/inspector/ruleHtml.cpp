#include "panels/inspector/ruleHtml.h"

#include "base/numberText.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/rowWords.h"
#include "words/tokenText.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {
namespace {

constexpr std::size_t kTerms = 12;

/// The terms that are shown, and what the others add.
struct Folded {
    std::vector<std::size_t> shown;
    std::size_t count = 0; ///< of the others
    double rest = 0;
};

/// In their order; of many the largest first. `kept`: is shown in any case; -1: none.
Folded folded(const Explanation& e, bool isWhole, int kept) {
    Folded terms;
    terms.shown.resize(e.terms.size());
    std::iota(terms.shown.begin(), terms.shown.end(), std::size_t{0});
    if (isWhole || terms.shown.size() <= kTerms) return terms;
    const auto isLarger = [&](std::size_t a, std::size_t b) {
        const auto size = [&](std::size_t i) {
            const double value = std::abs(e.terms[i].value);
            return static_cast<int>(i) == kept ? HUGE_VAL : std::isnan(value) ? HUGE_VAL : value;
        };
        return size(a) > size(b);
    };
    std::ranges::stable_sort(terms.shown, isLarger);
    terms.count = terms.shown.size() - kTerms;
    for (std::size_t i = kTerms; i < terms.shown.size(); ++i) terms.rest += e.terms[terms.shown[i]].value;
    terms.shown.resize(kTerms);
    return terms;
}

QString foldedLine(const Explanation& e, std::size_t count) {
    return QStringLiteral("<a href='all:%1' style='text-decoration:none'>%2</a>")
        .arg(QLatin1String(infoOf(e.of.stage).id), lessonWords("%1 smaller terms").arg(count));
}

/// The selected one stands out.
QString keyOf(const LessonPen& pen, int key) {
    const bool isSelected = infoOf(pen.selected.stage).isMap() && key == pen.selected.col;
    return isSelected ? QStringLiteral("<b>%1</b>").arg(pen.token(Side::KeyTokens, key))
                      : pen.plainToken(Side::KeyTokens, key);
}

class Writer {
public:
    Writer(const LessonPen& pen, const Explanation& e)
        : pen_(pen), e_(e), terms_(folded(e, pen.look.whole.contains(e.of.stage), ownTerm())) {}

    QString html() const {
        switch (e_.rule) {
        case Rule::None: return {};
        case Rule::Copy: return copy();
        case Rule::Embedding: return embedding();
        case Rule::Sinusoid: return sinusoid();
        case Rule::Sum:
        case Rule::Products:
        case Rule::Rollout: return sum();
        case Rule::Scaled: return scaled();
        case Rule::Softmax:
        case Rule::Share: return weights();
        case Rule::Dropout: return dropout();
        case Rule::Norm: return norm();
        }
        return {};
    }

private:
    int ownTerm() const { return infoOf(e_.of.stage).isMap() ? e_.of.col : -1; }
    QString result() const { return QStringLiteral("<b>%1</b>").arg(pen_.result(e_.result)); }
    QString para(const QString& html) const { return QStringLiteral("<p style='margin:2px 0'>%1</p>").arg(html); }
    /// The key's token, or the number of the column.
    QString label(const Term& term) const {
        const auto* cell = std::get_if<CellRef>(&term.a.at);
        if (cell && infoOf(cell->stage).isMap()) return keyOf(pen_, cell->col);
        if (!cell) return {};
        return pen_.muted(placeText(cell->col));
    }

    QString hidden() const {
        QStringList by;
        if (e_.hiddenBy.causal) by << lessonWords("the causal mask");
        if (e_.hiddenBy.window) by << lessonWords("the window");
        if (e_.hiddenBy.token) by << lessonWords("the mask of hidden tokens");
        if (e_.hiddenBy.given) by << lessonWords("the mask by hand");
        return by.isEmpty() ? QString() : para(lessonWords("Hidden by %1.").arg(by.join(lessonWords(" and "))));
    }

    QString copy() const {
        const Operand& a = e_.terms.front().a;
        if (e_.terms.front().isMasked) return hidden();
        if (const auto* cell = std::get_if<CellRef>(&a.at))
            return para(lessonWords("%1 of “%2”").arg(pen_.linked(a), titleText(*cell)));
        if (const auto* entry = std::get_if<ParameterCell>(&a.at))
            return para(lessonWords("%1 in %2").arg(pen_.linked(a), symbolHtml(symbolText(entry->parameter))));
        return {};
    }
    QString titleText(const CellRef& cell) const;

    QString embedding() const {
        QString text = lessonWords("Row %1 of the embedding table").arg(placeText(e_.tableRow));
        if (!e_.sharedWith.empty()) text += lessonWords(", also of tokens %1").arg(positionList(e_.sharedWith));
        return para(text + QStringLiteral(": ") + pen_.linked(e_.terms.front().a));
    }
    QString sinusoid() const {
        return para(QStringLiteral("%1(%2 ÷ %3) = %4")
                        .arg(QLatin1String(e_.of.col % 2 == 0 ? "sin" : "cos"), QString::number(e_.of.row),
                             pen_.number(e_.period), result()));
    }

    QString sum() const {
        const bool hasB = std::ranges::any_of(e_.terms, [](const Term& t) { return t.b.isSomewhere(); });
        const bool hasTotals = terms_.count == 0 && e_.of.stage == Stage::Context;
        QString rows;
        const auto add = [&](std::vector<QString> cells, const QString& total, bool isSum) {
            if (hasTotals) cells.push_back(total);
            rows += isSum ? pen_.sumRow(cells) : LessonPen::row(cells);
        };
        const auto blank = [&](const QString& first, const QString& value) {
            return hasB ? std::vector<QString>{first, {}, {}, {}, {}, value} : std::vector<QString>{first, value};
        };
        if (hasTotals) add(blank({}, {}), pen_.muted(lessonWords("total")), false);
        std::vector<double> values;
        for (const std::size_t i : terms_.shown) {
            const Term& t = e_.terms[i];
            values.push_back(t.value);
            const QString value = pen_.madeOf(t, t.value);
            std::vector<QString> cells = blank(label(t), value);
            if (hasB)
                cells = {label(t),
                         pen_.linked(t.a),
                         pen_.muted(QStringLiteral("×")),
                         pen_.linked(t.b),
                         pen_.muted(QStringLiteral("=")),
                         value};
            add(cells, pen_.muted(pen_.number(t.total)), false);
        }
        if (terms_.count > 0) {
            add(blank(foldedLine(e_, terms_.count), pen_.number(terms_.rest)), {}, false);
            values.push_back(terms_.rest);
        }
        if (e_.bias.isSomewhere()) {
            add(blank(lessonWords("bias"), pen_.linked(e_.bias)), {}, false);
            values.push_back(double(e_.bias.value));
        }
        std::vector<QString> last = blank(lessonWords("sum"), result());
        last[last.size() - 2] += pen_.equals(values, double(e_.result)) == QStringLiteral("=") ? QString()
                                                                                               : QStringLiteral(u" ≈");
        add(last, {}, true);
        return LessonPen::table(rows);
    }

    QString scaled() const {
        const Options& options = layerAt(pen_.session, e_.of.layer).options;
        const QString score = pen_.linked(e_.terms.front().a);
        const auto plain = [](double value) { return QString::fromStdString(shortest(value)); };
        QString above = score, below;
        const Scale& scale = options.scale;
        const Index dk = sizesOf(pen_.session, e_.of.layer).dk;
        if (scale.kind == Scale::Kind::SqrtDk)
            below = QStringLiteral("√<span style='text-decoration:overline'>%1</span>").arg(dk);
        if (scale.kind == Scale::Kind::Factor) above += QStringLiteral(" × ") + plain(scale.factor);
        if (options.temperature != 1)
            below += (below.isEmpty() ? QString() : QStringLiteral(" × ")) + plain(options.temperature);
        if (below.isEmpty()) return para(QStringLiteral("%1 = %2").arg(above, result()));
        if (scale.kind == Scale::Kind::SqrtDk && options.temperature == 1)
            below += QStringLiteral(" = ") + pen_.number(std::sqrt(double(dk)));
        return pen_.fraction(above, below, QStringLiteral("&nbsp;=&nbsp;") + result());
    }

    QString weights() const {
        const bool isSoftmax = e_.rule == Rule::Softmax;
        QString rows;
        std::vector<QString> head{lessonWords("key"), lessonWords("scaled")};
        if (isSoftmax) head.push_back(QStringLiteral("e<sup>s−max</sup>"));
        head.push_back(lessonWords("weight"));
        head.emplace_back();
        for (QString& cell : head) cell = pen_.muted(cell);
        rows += LessonPen::row(head);
        double largest = 0;
        for (const Term& t : e_.terms) largest = std::max(largest, std::abs(t.value / e_.sum));
        for (const std::size_t i : terms_.shown) {
            const Term& t = e_.terms[i];
            const bool isOwn = static_cast<int>(i) == e_.of.col;
            const double share = t.isMasked ? 0 : t.value / e_.sum;
            std::vector<QString> cells{label(t), t.isMasked ? pen_.muted(lessonWords("hidden")) : pen_.linked(t.a)};
            if (isSoftmax) cells.push_back(pen_.number(t.value));
            cells.push_back(isOwn ? result() : pen_.number(share));
            cells.push_back(pen_.bar(largest > 0 ? std::abs(share) / largest : 0, isOwn));
            rows += LessonPen::row(
                cells, {}, isOwn ? QStringLiteral(" bgcolor='%1'").arg(pen_.look.theme->keySoft.name()) : QString());
        }
        std::vector<QString> rest{foldedLine(e_, terms_.count), {}}, sum{lessonWords("sum"), {}};
        if (isSoftmax) rest.push_back(pen_.number(terms_.rest)), sum.push_back(pen_.number(e_.sum));
        rest.push_back(pen_.number(terms_.rest / e_.sum)),
            sum.push_back(isSoftmax ? pen_.number(1) : pen_.number(e_.sum));
        rest.emplace_back(), sum.emplace_back();
        if (terms_.count > 0) rows += LessonPen::row(rest);
        rows += pen_.sumRow(sum);
        const QString why = rowSentence(e_.kind);
        return hidden() + (why.isEmpty() ? QString() : para(why)) + LessonPen::table(rows);
    }

    QString dropout() const {
        const Term& t = e_.terms.front();
        if (t.isMasked) return hidden().isEmpty() ? para(lessonWords("Dropped at random: 0.")) : hidden();
        const QString rate = QString::fromStdString(shortest(layerAt(pen_.session, e_.of.layer).options.dropout->rate));
        return pen_.fraction(pen_.linked(t.a), QStringLiteral("1 − %1").arg(rate),
                             QStringLiteral("&nbsp;=&nbsp;") + result() + pen_.muted(lessonWords("&nbsp; kept")));
    }

    QString norm() const {
        const Term& own = e_.terms[static_cast<std::size_t>(e_.of.col)];
        const auto line = [](const QString& name, const QString& value) { return LessonPen::row({name, value}); };
        QString rows = line(lessonWords("mean of the row"), pen_.number(e_.mean)) +
                       line(lessonWords("variance"), pen_.number(e_.variance)) +
                       line(lessonWords("ε"), QString::fromStdString(shortest(e_.eps))) +
                       line(lessonWords("gain"), pen_.linked(e_.gain)) +
                       line(lessonWords("bias"), pen_.linked(e_.bias));
        QString x = pen_.linked(own.a);
        if (own.b.isSomewhere()) x = QStringLiteral("(%1 + %2)").arg(x, pen_.linked(own.b));
        const QString root = QStringLiteral("√<span style='text-decoration:overline'>%1 + %2</span>")
                                 .arg(pen_.number(e_.variance), QString::fromStdString(shortest(e_.eps)));
        return LessonPen::table(rows) +
               pen_.fraction(
                   QStringLiteral("%1 − %2").arg(x, pen_.number(e_.mean)), root,
                   QStringLiteral("&nbsp;× %1 + %2 = %3").arg(pen_.linked(e_.gain), pen_.linked(e_.bias), result()));
    }

    const LessonPen& pen_;
    const Explanation& e_;
    Folded terms_;
};

QString Writer::titleText(const CellRef& cell) const {
    const StageInfo& info = infoOf(cell.stage);
    const QString title = QCoreApplication::translate("Core", info.title);
    return info.scope == Scope::Head ? lessonWords("%1, head %2").arg(title, placeText(cell.head)) : title;
}

} // namespace

QString ruleHtml(const LessonPen& pen, const Explanation& e) { return Writer(pen, e).html(); }

QString contextHtml(const LessonPen& pen, const std::vector<const Explanation*>& columns) {
    const Explanation& first = *columns.front();
    const Folded terms = folded(first, pen.look.whole.contains(first.of.stage), -1);
    std::vector<QString> head{pen.muted(lessonWords("key"))};
    for (const Explanation* e : columns)
        head.push_back(pen.muted(QStringLiteral("w · v") + subscript(numberOf(e->of.col))));
    QString rows = LessonPen::row(head);
    for (const std::size_t i : terms.shown) {
        const auto* weight = std::get_if<CellRef>(&first.terms[i].a.at);
        std::vector<QString> cells{weight ? keyOf(pen, weight->col) : QString()};
        for (const Explanation* e : columns) cells.push_back(pen.madeOf(e->terms[i], e->terms[i].value));
        rows += LessonPen::row(cells);
    }
    if (terms.count > 0) {
        std::vector<QString> cells{foldedLine(first, terms.count)};
        for (const Explanation* e : columns) {
            double rest = e->terms.back().total;
            for (const std::size_t i : terms.shown) rest -= e->terms[i].value;
            cells.push_back(pen.number(rest));
        }
        rows += LessonPen::row(cells);
    }
    std::vector<QString> sum{lessonWords("context")};
    for (const Explanation* e : columns) sum.push_back(pen.linked({e->of, e->result}));
    return LessonPen::table(rows + pen.sumRow(sum));
}

} // namespace headlight
