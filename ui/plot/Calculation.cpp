#include "plot/Calculation.h"

#include "base/numberText.h"

#include <QStringList>

#include <cmath>

namespace headlight {
namespace {

using Kind = Calculation::Kind;

Calculation scaled(const Session& session, const Explanation& e) {
    const Options& options = layerAt(session, e.of.layer).options;
    Calculation above = e.terms.front().a;
    std::vector<Calculation> below;
    if (options.scale.kind == Scale::Kind::Factor)
        above = {Kind::Times, {above, Calculation::given(options.scale.factor)}};
    if (options.scale.kind == Scale::Kind::SqrtDk) {
        const auto dk = static_cast<double>(sizesOf(session, e.of.layer).dk);
        below.push_back({Kind::Root, {Calculation::given(dk)}});
    }
    if (options.temperature != 1) below.push_back(Calculation::given(options.temperature));
    if (below.empty()) return above;
    return {Kind::Over, {above, below.size() == 1 ? below.front() : Calculation(Kind::Times, below)}};
}

Calculation normed(const Explanation& e) {
    const Term& own = e.terms[static_cast<std::size_t>(e.of.col)];
    Calculation x = own.a;
    if (own.b.isSomewhere()) x = {Kind::Plus, {x, own.b}};
    const Calculation deviation(Kind::Root, {{Kind::Plus, {e.variance, Calculation::given(e.eps)}}});
    const Calculation quotient(Kind::Over, {{Kind::Minus, {x, e.mean}}, deviation});
    return {Kind::Plus, {{Kind::Times, {quotient, e.gain}}, e.bias}};
}

} // namespace

Calculation Calculation::given(double number) {
    Calculation given(number);
    given.kind = Kind::Given;
    return given;
}

double Calculation::operator()(const std::function<double(double)>& printed) const {
    const auto part = [&](std::size_t i) { return of[i](printed); };
    switch (kind) {
    case Kind::Number: return printed(value);
    case Kind::Given: return value;
    case Kind::Plus: return part(0) + part(1);
    case Kind::Minus: return part(0) - part(1);
    case Kind::Times: return part(0) * part(1);
    case Kind::Over: return value == 0 ? part(0) / part(1) : part(0) * value;
    case Kind::Root: return std::sqrt(part(0));
    case Kind::Sine: return std::sin(part(0) / part(1));
    case Kind::Cosine: return std::cos(part(0) / part(1));
    case Kind::Terms: break;
    }
    double sum = 0;
    for (const Calculation& term : of) sum += term(printed);
    return sum;
}

const Calculation* Calculation::fraction() const {
    const bool isFirst = kind == Kind::Plus || kind == Kind::Times;
    return kind == Kind::Over ? this : isFirst ? of.front().fraction() : nullptr;
}

Calculation termOf(const Explanation& e, const Term& term) {
    Calculation made = term.a;
    if (term.b.isSomewhere()) made = {Kind::Times, {made, term.b}};
    if (e.rule == Rule::Rollout && term.a.isSomewhere()) made = {Kind::Times, {made, e.factor}};
    return made;
}

Calculation calculationOf(const Session& session, const Explanation& e) {
    const auto result = static_cast<double>(e.result);
    switch (e.rule) {
    case Rule::None: break;
    case Rule::Copy:
    case Rule::Embedding: return e.terms.front().isMasked ? Calculation(result) : Calculation(e.terms.front().a);
    case Rule::Sinusoid:
        return {e.of.col % 2 == 0 ? Kind::Sine : Kind::Cosine, {Calculation::given(e.of.row), e.period}};
    case Rule::Sum:
    case Rule::Products:
    case Rule::Rollout: {
        Calculation sum(Kind::Terms, {});
        for (const Term& term : e.terms) sum.of.push_back(termOf(e, term));
        return sum;
    }
    case Rule::Scaled: return scaled(session, e);
    case Rule::Softmax:
    case Rule::Share:
        if (e.hiddenBy || e.kind != RowKind::Plain) break;
        return {Kind::Over, {e.terms[static_cast<std::size_t>(e.of.col)].value, e.sum}};
    case Rule::Dropout: {
        if (e.hiddenBy || e.terms.front().isMasked) break;
        const double rate = layerAt(session, e.of.layer).options.dropout->rate;
        Calculation kept{Kind::Over,
                         {e.terms.front().a, {Kind::Minus, {Calculation::given(1), Calculation::given(rate)}}}};
        kept.value = e.factor;
        return kept;
    }
    case Rule::Norm: return normed(e);
    }
    return result;
}

QString Notation::operator()(const Calculation& c, bool isOperand) const {
    const auto part = [&](std::size_t i, bool isNext, bool isTogether = false) {
        const bool isSpan = isTogether && c.of[i].of.size() > 1;
        const QString text = (*this)(c.of[i], isNext && !isSpan);
        return isSpan ? QStringLiteral("(%1)").arg(text) : text;
    };
    const bool areAll = has == Parentheses::OfAll;
    switch (c.kind) {
    case Kind::Number:
    case Kind::Given: return number(c, isOperand);
    case Kind::Plus: return part(0, isOperand) + QStringLiteral(" + ") + part(1, true);
    case Kind::Minus: return QString::fromUtf8(minus).arg(part(0, false, has != Parentheses::None), part(1, true));
    case Kind::Times: return QString::fromUtf8(times).arg(part(0, isOperand), part(1, true));
    case Kind::Over:
        return over ? QString::fromUtf8(over).arg(part(0, areAll, areAll), part(1, areAll, areAll)) : QString();
    case Kind::Root: return QString::fromUtf8(root).arg(part(0, false, areAll));
    case Kind::Sine:
    case Kind::Cosine:
        return QString::fromUtf8(wave).arg(QLatin1String(c.kind == Kind::Sine ? "sin" : "cos"), part(0, false),
                                           part(1, false));
    case Kind::Terms: break;
    }
    QStringList terms;
    for (std::size_t i = 0; i < c.of.size(); ++i) terms << part(i, true);
    return terms.join(QStringLiteral(" + "));
}

QString inLine(const Calculation& calculation, const std::function<QString(double)>& number) {
    const auto one = [&](const Calculation& of, bool isOperand) {
        const QString text = of.kind == Kind::Given ? QString::fromStdString(shortest(of.value)) : number(of.value);
        return isOperand && text.startsWith(u'-') ? QStringLiteral("(%1)").arg(text) : text;
    };
    return Notation{one, "%1 × %2", "%1 − %2", "%1 / %2", "√%1", "%1(%2 ÷ %3)"}(calculation);
}

} // namespace headlight
