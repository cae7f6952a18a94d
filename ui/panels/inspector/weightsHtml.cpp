#include "base/numberText.h"
#include "panels/inspector/terms.h"
#include "words/rowWords.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

/// In the columns key, scaled score, exponential (of a softmax), weight, bar.
class WeightsTable {
public:
    WeightsTable(const LessonPen& pen, const Explanation& e)
        : pen_(pen), e_(e), isSoftmax_(e.rule == Rule::Softmax), terms_(termsOf(pen, e, values(e), e.of.col)) {
        for (const Term& term : e.terms)
            if (!term.isMasked) largest_ = std::max(largest_, std::abs(share(term)));
    }

    QString html() const {
        QString rows = head();
        for (const std::size_t i : terms_.shown) rows += key(i);
        const std::vector<double> shares = terms_.printed(
            [&](std::size_t i) { return isResult(i) ? static_cast<double>(e_.result) : share(e_.terms[i]); });
        if (terms_.isLong) {
            const std::vector<double> values = terms_.printed([&](std::size_t i) { return e_.terms[i].value; });
            const std::vector<QString> rest = restCells(pen_, e_.of.stage, terms_, {values, shares});
            rows += LessonPen::row(cells(rest[0], rest[1], rest[2]));
        }
        if (e_.kind == RowKind::Plain)
            rows += pen_.sumRow(
                cells(lessonWords("sum"), pen_.number(e_.sum), pen_.roughly(shares, 1) + pen_.number(1)));
        return LessonPen::table(rows);
    }

private:
    static std::vector<double> values(const Explanation& e) {
        std::vector<double> values;
        for (const Term& term : e.terms) values.push_back(term.value);
        return values;
    }
    double share(const Term& term) const {
        if (e_.kind != RowKind::Plain) return isNaN(e_.kind) ? std::numeric_limits<double>::quiet_NaN() : 0;
        return term.isMasked ? 0 : term.value / e_.sum;
    }
    /// A mask behind the softmax takes the weight away only later.
    bool isResult(std::size_t i) const {
        return static_cast<int>(i) == e_.of.col && (e_.terms[i].isMasked || !e_.hiddenBy);
    }
    /// Without a number that goes in; of a share the value is that number itself.
    std::vector<QString> cells(const QString& label, const QString& value, const QString& weight) const {
        if (isSoftmax_) return {label, {}, value, weight, {}};
        return {label, value, weight, {}};
    }
    QString head() const {
        std::vector<QString> names{lessonWords("key"), lessonWords("scaled")};
        if (!isSoftmax_ && pen_.session.layers[static_cast<std::size_t>(e_.of.layer)].options.masksAfter())
            names[1] = lessonWords("masked");
        if (isSoftmax_) names.push_back(lessonWords("e<sup>s−max</sup>"));
        names.push_back(lessonWords("weight"));
        for (QString& name : names) name = pen_.muted(name);
        names.emplace_back();
        return LessonPen::row(names);
    }
    /// The largest score is subtracted so that no exponential overflows; the weights are the same without.
    QString exponential(const Term& term) const {
        const auto score = static_cast<double>(term.a.value);
        return !isSoftmax_ || term.isMasked
                   ? QString()
                   : lessonWords("e^s without the maximum: %1").arg(QString::fromStdString(shortest(std::exp(score))));
    }
    QString key(std::size_t i) const {
        const Term& term = e_.terms[i];
        const bool isOwn = static_cast<int>(i) == e_.of.col;
        const auto toned = [&](const QString& number) { return term.isMasked ? pen_.muted(number) : number; };
        const QString weight = toned(isResult(i) ? pen_.result(e_) : pen_.number(share(term)));
        std::vector<QString> row = cells(pen_.key(static_cast<int>(i)),
                                         toned(pen_.number(term.value, exponential(term))),
                                         isOwn ? QStringLiteral("<b>%1</b>").arg(weight) : weight);
        row[1] = term.isMasked ? pen_.muted(lessonWords("hidden")) : pen_.linked(term.a);
        row.back() = pen_.bar(largest_ > 0 ? std::abs(share(term)) / largest_ : 0, isOwn);
        return LessonPen::row(row, {},
                              isOwn ? QStringLiteral(" bgcolor='%1'").arg(pen_.look.theme->keySoft.name()) : QString());
    }

    const LessonPen& pen_;
    const Explanation& e_;
    bool isSoftmax_;
    TermRows terms_;
    double largest_ = 0;
};

} // namespace

QString weightsHtml(const LessonPen& pen, const Explanation& e) {
    const QString why = rowSentence(e.kind);
    QString text = why.isEmpty() ? QString() : LessonPen::para(why);
    if (e.rule == Rule::Softmax && e.kind == RowKind::Plain)
        text += LessonPen::para(pen.muted(lessonWords("max = %1").arg(pen.number(e.max))));
    text += WeightsTable(pen, e).html();
    if (e.kind == RowKind::Plain && !e.hiddenBy)
        text += pen.fraction(pen.number(e.terms[static_cast<std::size_t>(e.of.col)].value), pen.number(e.sum),
                             QStringLiteral("&nbsp;= <b>%1</b>").arg(pen.result(e)));
    return text;
}

} // namespace headlight
