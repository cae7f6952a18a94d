#include "plot/stepWords.h"

#include "attention/program.h"
#include "base/numberText.h"
#include "plot/Calculation.h"
#include "plot/TokenLabels.h"
#include "words/numberWords.h"
#include "words/parameterWords.h"
#include "words/rowWords.h"
#include "words/spoken.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

QString vectorText(const std::vector<double>& numbers, int all) {
    QStringList texts;
    for (const double number : numbers) texts << rounded(number);
    if (static_cast<int>(numbers.size()) < all) texts << QStringLiteral(u"\u2026");
    return QStringLiteral("(%1)").arg(texts.join(QStringLiteral(", ")));
}

QString shortToken(const Tokens& tokens, int place) {
    constexpr int kMaxLength = 24; // letters
    const QString token = QString::fromStdString(tokens.texts[static_cast<std::size_t>(place)]);
    return quotedToken((elided(token, kMaxLength) + placeMark(tokens, place)).toStdString());
}

/// Returns a number with all its digits.
QString inWords(double number) { return QString::fromStdString(shortest(number)); }

class StepWords {
    Q_DECLARE_TR_FUNCTIONS(headlight::StepWords)

public:
    StepWords(const Session& session, int layer, int query, const Step& step, int length,
              std::vector<std::shared_ptr<const Explanation>> made)
        : session_(session),
          layer_(layerAt(session, layer)),
          query_(shortToken(*session.text.tokens, query)),
          step_(step),
          op_(*programOf(session, layer).find(step.stage)),
          length_(length),
          made_(std::move(made)) {}

    QString text() const;

private:
    using Kind = Op::Kind;
    const Explanation& first() const { return *made_.front(); }
    QString rowOf(auto numberIn) const { ///< a number of each explanation
        std::vector<double> numbers;
        for (const auto& one : made_) numbers.push_back(static_cast<double>(numberIn(*one)));
        return vectorText(numbers, length_);
    }
    QString row() const {
        return rowOf([](const Explanation& e) { return e.result; });
    }
    QString exponentials() const;
    QString roughly() const; ///< "≈ " if the terms that the Inspector prints do not add up to the sum that it prints
    QString token(int key) const { return shortToken(*keyText(session_).tokens, key); }
    QString whose() const { ///< the token of the row that is shown
        return infoOf(step_.stage).rows == Side::KeyTokens ? token(first().of.row) : query_;
    }
    QString projection() const;
    QString normed() const; ///< the words for what a norm does with a row
    QString score() const;
    QString scaled() const;
    bool isScaled() const { return layer_.options.scale.kind != Scale::Kind::None || layer_.options.temperature != 1; }
    QString softmax() const;
    QString value() const;
    QString result() const;

    const Session& session_;
    const Layer& layer_;
    QString query_;
    Step step_;
    Op op_;
    int length_;
    std::vector<std::shared_ptr<const Explanation>> made_;
};

QString StepWords::exponentials() const {
    std::vector<double> numbers;
    for (const Term& term : std::span(first().terms).first(made_.size())) numbers.push_back(term.value);
    return vectorText(numbers, length_);
}

QString StepWords::roughly() const {
    double ofPrinted = 0;
    for (const Term& term : first().terms) ofPrinted += QString::number(term.value, 'f', 4).toDouble();
    const bool isExact = rounded(ofPrinted) == rounded(first().sum) || !std::isfinite(first().sum);
    return isExact ? QString() : QStringLiteral(u"\u2248 ");
}

QString StepWords::normed() const { return tr("minus its mean, \u00F7 \u221A(variance + \u03B5), \u00D7 gain + bias"); }

QString StepWords::projection() const {
    const StageInfo &own = infoOf(step_.stage), &input = infoOf(op_.inputs[0]);
    QString how = input.fromScores ? shortNameOf(input.stage) : QString::fromUtf8(spokenOf(input.stage).symbol);
    const auto isOn = [&](Parameter p) {
        const ParameterValue* value = slotOf(layer_, {p, 0, first().of.head});
        return value && *value;
    };
    const Parameter weight = op_.parameters[0], bias = op_.parameters[1];
    if (isOn(weight))
        how += QLatin1Char(' ') + symbolText(weight) + (isTransposed(weight) ? QStringLiteral(u"\u1D40") : QString());
    if (isOn(bias)) how += QStringLiteral(" + ") + QLatin1String(symbolOf(bias));
    if (own.scope == Scope::Head) how.prepend(QString::fromUtf8(spokenOf(own.stage).symbol) + QStringLiteral(" = "));
    if (own.rows == Side::KeyTokens)
        return tr("The %1s of all tokens, %2; that of %3 is %4.").arg(nameOf(own.stage).toLower(), how, whose(), row());
    return tr("The %1 of %2: %3 = %4.").arg(nameOf(own.stage).toLower(), whose(), how, row());
}

QString StepWords::score() const {
    constexpr std::size_t kTold = 3; // terms
    const Calculation made = calculationOf(session_, first());
    const bool areTold = made.of.size() <= kTold;
    const auto number = [](double value) { return rounded(value); };
    const double result = static_cast<double>(first().result),
                 ofPrinted = made([&](double value) { return number(value).toDouble(); });
    const QString sum = areTold ? QStringLiteral(u"q \u00B7 k = ") + inLine(made, number)
                                : QStringLiteral(u"q \u00B7 k"),
                  text = number(result);
    const bool isExact = !areTold || !std::isfinite(result);
    return tr("Score of %1 and %2: %3 %4.")
        .arg(query_, token(step_.key), sum, equalSign(isExact ? text : number(ofPrinted), text) + text);
}

QString StepWords::scaled() const {
    const Options& options = layer_.options;
    const Scale& scale = options.scale;
    QStringList how;
    if (scale.kind == Scale::Kind::SqrtDk) how << tr("divided by \u221A%1").arg(sizesOf(session_, first().of.layer).dk);
    if (scale.kind == Scale::Kind::Factor) how << tr("times %1").arg(inWords(scale.factor));
    if (options.temperature != 1) how << tr("divided by the temperature %1").arg(inWords(options.temperature));
    return how.isEmpty() ? tr("The scores are not scaled: %1.").arg(row())
                         : tr("Each score %1: %2.").arg(how.join(tr(" and ")), row());
}

QString StepWords::softmax() const {
    const bool isSoftmax = first().rule == Rule::Softmax;
    const QString why = rowNote(first().kind), sum = rounded(first().sum);
    if (step_.part == Step::Part::Exponentials) {
        if (!why.isEmpty()) return tr("There is nothing to take the exponential of. %1").arg(why);
        const bool areBeyond = std::ranges::any_of(first().terms,
                                                   [](const Term& term) { return term.b.isSomewhere(); });
        const QString largest = rounded(first().max);
        return tr("For each key, e to the power (%1 \u2212 %2): %3.")
                   .arg(isScaled() ? tr("scaled score") : tr("score"),
                        largest.startsWith(u'-') ? QStringLiteral("(%1)").arg(largest) : largest, exponentials()) +
               (areBeyond ? QLatin1Char(' ') + tr("One that is shown as \u221E is beyond float32, and taken in double.")
                          : QString());
    }
    if (!why.isEmpty() && (isSoftmax || first().kind == RowKind::Masked)) return why;
    const bool isLeft = op_.kind == Kind::Renormalise;
    const bool areSome = std::ranges::any_of(first().terms, &Term::isMasked);
    const QString added = isSoftmax ? tr("The sum of the exponentials is %1.")
                          : isLeft  ? tr("The weights that the mask leaves add up to %1.")
                          : areSome ? tr("The scores that the mask leaves add up to %1.")
                                    : tr("The scores add up to %1.");
    const QString again = isLeft && isSoftmax ? computedAgain() + QLatin1Char(' ') : QString();
    if (step_.part == Step::Part::Sum) return again + added.arg(roughly() + sum);
    if (!why.isEmpty()) return why;
    if (op_.kind == Kind::SoftmaxOfAll)
        return tr("Each exponential divided by the sum %1 is a weight; the mask makes those that it hides 0: %2.")
            .arg(sum, row());
    return isSoftmax ? tr("Each exponential divided by the sum %1 is a weight: %2.").arg(sum, row())
                     : tr("Each of them divided by %1 is a weight: %2.").arg(sum, row());
}

QString StepWords::value() const {
    if (const QString off = contextsOff(layer_, first().of.head); !off.isEmpty()) return off;
    const auto key = static_cast<std::size_t>(step_.key);
    const Term& term = first().terms.at(key);
    const QString soFar = rowOf([key](const Explanation& e) { return e.terms.at(key).total; });
    const bool isLast = step_.key + 1 == static_cast<int>(first().terms.size());
    const QString end = isLast ? tr("The context of %1 is %2.").arg(query_, row())
                               : tr("The sum so far is %1.").arg(soFar);
    const QString what = term.isMasked ? tr("The weight of %1 is 0, so nothing is added.").arg(token(step_.key))
                                       : tr("%1 times the value of %2 is added.")
                                             .arg(rounded(static_cast<double>(term.a.value)), token(step_.key));
    return what + QLatin1Char(' ') + end;
}

QString StepWords::result() const {
    const QString own = nameOf(step_.stage).toLower();
    if (op_.kind == Kind::Sum) return tr("X is added: the %1 of %2 is %3.").arg(own, query_, row());
    if (op_.kind == Kind::Copy)
        return tr("Nothing is added and nothing normalised: the %1 of %2 stays %3.").arg(own, query_, row());
    if (op_.inputs.size() == 1) return tr("Layer norm (%1): the %2 of %3 is %4.").arg(normed(), own, query_, row());
    return tr("X is added, then layer norm (%1): the %2 of %3 is %4.").arg(normed(), own, query_, row());
}

QString StepWords::text() const {
    const auto areThere = [](const auto& one) { return one != nullptr; };
    if (made_.empty() || !std::ranges::all_of(made_, areThere)) return titleOf(step_.stage);
    const StageInfo& info = infoOf(step_.stage);
    switch (op_.kind) {
    case Kind::Copy:
        if (!op_.isFromBelow) return result();
        if (!info.isOfModel)
            return tr("The layer reads what the layer below makes; of %1 that is %2.").arg(whose(), row());
        [[fallthrough]]; // the second sentence is the same in all layers
    case Kind::Lookup: return tr("Each token becomes its row of the embedding table; %1 is %2.").arg(whose(), row());
    case Kind::Given: return tr("%1 is given, not computed; of %2 it is %3.").arg(titleOf(step_.stage), whose(), row());
    case Kind::Positions: return tr("Each position has a vector of its own; that of %1 is %2.").arg(whose(), row());
    case Kind::Sum:
        return info.fromScores ? result() : tr("Embedding plus position: x of %1 is %2.").arg(whose(), row());
    case Kind::Norm:
        return info.fromScores ? result() : tr("Layer norm: each row %1; %2 becomes %3.").arg(normed(), whose(), row());
    case Kind::Affine: return projection();
    case Kind::Scores: return score();
    case Kind::Scale: return scaled();
    case Kind::Mask: return tr("What the mask hides from %1 becomes minus infinity: %2.").arg(query_, row());
    case Kind::SoftmaxOfAll:
    case Kind::Softmax:
    case Kind::Shares:
    case Kind::Renormalise: return softmax();
    case Kind::Dropout:
        return tr("Dropout sets some weights to 0 and divides the others by 1 \u2212 %1: %2.")
            .arg(inWords(layer_.options.dropout->rate), row());
    case Kind::WeightedSum: return value();
    case Kind::Beside:
        if (layer_.heads().size() == 1) return tr("With one head, its context is all that is made: %1.").arg(row());
        return (tr("The contexts of all %1 heads are joined: %2.").arg(layer_.heads().size()).arg(row()) + u' ' +
                contextsOff(layer_))
            .trimmed();
    case Kind::Rest:
    case Kind::Mean:
    case Kind::Rollout: break; // not in a walk
    }
    return titleOf(step_.stage);
}

} // namespace

QString stepWords(const Session& session, int layer, int query, const Walk& walk, const Step& step,
                  const std::vector<std::shared_ptr<const Explanation>>& made) {
    return StepWords(session, layer, query, step, walk.makes(step).cells.cols, made).text();
}

} // namespace headlight
