#pragma once
// Reads the sentences of a walk: repeats the calculation of each, with the numbers of the formulas or those that
// earlier sentences printed, and compares the results.

#include "engine/Walk.h"
#include "support/knownNumbers.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace headlight::testing {

class StepsReader {
public:
    StepsReader(const Session& session, int layer, int head, int query, int key)
        : layer_(layerAt(session, layer)),
          head_(head),
          query_(query),
          key_(key),
          hasSource_(session.source.has_value()),
          known_(session, layer) {
        for (auto& [form, reader] : readers())
            readers_.emplace_back(QLatin1Char('^') + form + QLatin1Char('$'), reader);
    }
    StepsReader(const StepsReader&) = delete; // its readers refer to this object

    /// Returns nothing, or what is wrong.
    QString wrong(const Step& step, QString words) {
        words.remove(QChar(0x2068)).remove(QChar(0x2069));
        try {
            const QString why = read(step, words);
            return why.isEmpty() ? why : QStringLiteral("%1\n%2").arg(words, why);
        } catch (const std::exception& problem) {
            return QStringLiteral("%1\n%2").arg(words, QString::fromUtf8(problem.what()));
        }
    }
    int relations() const { return relations_; }

private:
    using Numbers = std::vector<Meant>;
    using Match = QRegularExpressionMatch;
    using Reader = std::function<QString(const Match&)>;

    // Numbers of the formulas.

    Numbers row(Stage stage, int at) const {
        Numbers all;
        for (Index i = 0; i < known_.cols(stage); ++i) all.push_back(known_(stage, head_, at, i));
        return all;
    }
    /// Returns the numbers with the error that the step's stage may have.
    Numbers asMade(Numbers all) const {
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = known_.off(step_.stage, head_, rowOf(step_.stage), static_cast<Index>(i), all[i].value);
        return all;
    }
    int rowOf(Stage stage) const {
        return infoOf(stage).rows == Side::KeyTokens || stage == Stage::K || stage == Stage::V ? key_ : query_;
    }
    Stage input(bool isOfKeys) const { return isOfKeys && hasSource_ ? Stage::XKv : Stage::X; }
    FrozenMatrix parameter(const QString& symbol) const {
        for (int i = 0; i < static_cast<int>(Parameter::End); ++i) {
            const auto one = static_cast<Parameter>(i);
            if (symbol != QLatin1String(symbolOf(one))) continue;
            return belongsToHead(one) ? layer_.heads()[static_cast<std::size_t>(head_)][one].inUse()
                                      : layer_[one].inUse();
        }
        throw std::runtime_error("no parameter " + symbol.toStdString());
    }
    bool isHidden(std::size_t key) const { return !layer_.options.mask.allows(query_, static_cast<Index>(key)); }

    // Numbers of the sentences.

    static QStringList texts(const QString& vector) { return vector.split(QStringLiteral(", ")); }
    Numbers printed(const QString& vector) const {
        Numbers all;
        for (const QString& text : texts(vector))
            if (text != QStringLiteral("…")) all.push_back(meantBy(text));
        return all;
    }
    /// Compares the computed numbers with the printed vector.
    QString wrongVector(const Numbers& made, const QString& vector) {
        QStringList said = texts(vector);
        const bool areMore = said.removeOne(QStringLiteral("…"));
        const auto count = static_cast<qsizetype>(made.size());
        if (areMore ? said.size() >= count : said.size() != count) return QStringLiteral("another number of columns");
        for (qsizetype i = 0; i < said.size(); ++i) {
            const Meant &is = made[static_cast<std::size_t>(i)], meant = meantBy(said[i]);
            ++relations_;
            if (!(is.low <= meant.high && meant.low <= is.high) && !is.holds(meant.value) &&
                !wrongRelation(is, u'=', said[i]).isEmpty())
                return QStringLiteral("%1 is not %2").arg(is.value).arg(said[i]);
        }
        return {};
    }
    QString wrongSum(const Numbers& terms, const QString& rough, const QString& said) {
        Meant sum{0, 0, 0};
        for (const Meant& one : terms) sum = sum + one;
        ++relations_;
        return wrongRelation(sum, rough.isEmpty() ? u'=' : u'≈', said);
    }

    /// Computes "x̂ W_q + b_q" or "joined W_o" with a row of a stage.
    Numbers product(const QString& formula, Stage unnormed) const {
        const QStringList parts = formula.split(QStringLiteral(" + ")), factors = parts[0].split(u' ');
        const Stage from = factors[0] == QStringLiteral(u"x\u0302") ? Stage::Normed
                           : factors[0] == QLatin1String("joined")  ? Stage::Concat
                                                                    : unnormed;
        const bool isOfKeys = unnormed == Stage::XKv || isOfKeys_;
        Numbers made = row(from, isOfKeys ? key_ : query_);
        if (factors.size() > 1) {
            const FrozenMatrix w = parameter(factors[1]);
            Numbers all;
            for (Index col = 0; col < w->cols(); ++col) {
                Meant sum{0, 0, 0};
                for (Index k = 0; k < w->rows(); ++k)
                    sum = sum + made[static_cast<std::size_t>(k)] * exact((*w)(k, col));
                all.push_back(sum);
            }
            made = all;
        }
        for (qsizetype i = 1; i < parts.size(); ++i)
            for (std::size_t col = 0; col < made.size(); ++col)
                made[col] = made[col] + exact((*parameter(parts[i]))(0, static_cast<Index>(col)));
        return asMade(made);
    }
    static Meant exact(float value) { return {double(value), double(value), double(value)}; }

    /// Computes "minus its mean, ÷ √(variance + ε), × gain + bias".
    Numbers normed(Numbers x, const QString& how) const {
        const auto n = static_cast<double>(x.size());
        double mean = 0, variance = 0;
        for (const Meant& one : x) mean += one.value / n;
        for (const Meant& one : x) variance += (one.value - mean) * (one.value - mean) / n;
        for (const QString& step : how.split(QStringLiteral(", ")))
            for (std::size_t i = 0; i < x.size(); ++i) {
                double& value = x[i].value;
                const auto col = static_cast<Index>(i);
                if (step == QLatin1String("minus its mean"))
                    value -= mean;
                else if (step == QStringLiteral(u"÷ √(variance + ε)"))
                    value /= std::sqrt(variance + layer_.norm->eps);
                else if (step == QStringLiteral(u"× gain + bias"))
                    value = value * double((*parameter("gain"))(0, col)) + double((*parameter("bias"))(0, col));
                else if (!step.isEmpty())
                    throw std::runtime_error("no step of a norm: " + step.toStdString());
            }
        return asMade(x);
    }
    /// Returns the factor of "divided by √3 and divided by the temperature 0.7". Options must have all their digits.
    Meant factor(const QString& how) const {
        const Options& options = layer_.options;
        double made = 1;
        for (const QString& step : how.split(QStringLiteral(" and "))) {
            const QString by = step.section(u' ', -1);
            if (step.startsWith(QLatin1String("times ")))
                made *= exactly(by, options.scale.factor);
            else if (step.startsWith(QLatin1String("divided by the temperature ")))
                made /= exactly(by, options.temperature);
            else if (step.startsWith(QLatin1String("divided by ")))
                made /= PrintedMath(by)().value;
            else
                throw std::runtime_error("no factor");
        }
        return {made, made, made};
    }
    static double exactly(const QString& text, double wanted) {
        if (text.toDouble() != wanted) throw std::runtime_error(text.toStdString() + " has not all digits");
        return wanted;
    }

    QString read(const Step& step, const QString& words) {
        step_ = step;
        isOfKeys_ = infoOf(step.stage).rows == Side::KeyTokens;
        if (isReadAsNote(words)) return {};
        for (const auto& [form, reader] : readers_)
            if (const auto found = form.match(words); found.hasMatch()) return reader(found);
        return QStringLiteral("no sentence that can be read");
    }
    /// True if the words say why the row has no weights, and it has none.
    bool isReadAsNote(const QString& words) {
        static const QRegularExpression note(QStringLiteral(
            "^(There is nothing to take the exponential of\\. )?[^()]*(has no weights|all weights are 0)\\.$"));
        if (!infoOf(step_.stage).isMap()) return false;
        const Numbers weights = row(step_.stage, query_);
        const auto isNone = [](const Meant& one) { return !(one.value != 0); };
        const bool isNaN = std::ranges::any_of(weights, [](const Meant& one) { return std::isnan(one.value); });
        return note.match(words).hasMatch() && (isNaN || std::ranges::all_of(weights, isNone)) &&
               words.contains(QLatin1String("has no weights")) == isNaN;
    }

    static const QString kV; // a vector

    std::vector<std::pair<QString, Reader>> readers() {
        const auto sameAs = [this](const std::function<Numbers()>& made) {
            return [this, made](const Match& found) {
                return wrongVector(made(), found.captured(found.lastCapturedIndex()));
            };
        };
        const auto made = [this] { return row(step_.stage, rowOf(step_.stage)); };
        const auto before = [this] { return row(known_.has(Stage::Output) ? Stage::Output : Stage::Concat, query_); };
        const auto added = [this, before] {
            Numbers sum = row(Stage::X, query_);
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] + before()[i];
            return asMade(sum);
        };
        std::vector<std::pair<QString, Reader>> all{
            {"Each position has a vector of its own; that of .* is " + kV + "\\.", sameAs(made)},
            {"Each token becomes its row of the embedding table; .* is " + kV + "\\.", sameAs(made)},
            {".* is given, not computed; of .* it is " + kV + "\\.",
             [this, made](const Match& m) { return wrongVector(made(), last_[step_.stage] = m.captured(1)); }},
            {"The layer reads what the layer below makes; of .* that is " + kV + "\\.", sameAs(made)},
            {"Embedding plus position: x of .* is " + kV + "\\.", sameAs(made)},
            {"The contexts of all \\d+ heads are joined: " + kV + "\\.", sameAs(made)},
            {"With one head, its context is all that is made: " + kV + "\\.", sameAs(made)},
            {"The scores are not scaled: " + kV + "\\.",
             [this](const Match& m) { return scaledBy({}, m.captured(1)); }},
            {"Each score (.*): " + kV + "\\.",
             [this](const Match& m) { return scaledBy(m.captured(1), m.captured(2)); }},
            {"Layer norm: each row (.*); .* becomes " + kV + "\\.",
             [this](const Match& m) {
                 return wrongVector(normed(row(Stage::X, query_), m.captured(1)), m.captured(2));
             }},
            {"Layer norm(?: \\((.*)\\))?: the result of .* is " + kV + "\\.",
             [this, before](const Match& m) { return wrongVector(normed(before(), m.captured(1)), m.captured(2)); }},
            {"X is added, then layer norm(?: \\((.*)\\))?: the result of .* is " + kV + "\\.",
             [this, added](const Match& m) { return wrongVector(normed(added(), m.captured(1)), m.captured(2)); }},
            {"X is added: the result of .* is " + kV + "\\.", sameAs(added)},
            {"Nothing is added and nothing normalised: the result of .* stays " + kV + "\\.", sameAs(before)},
            {"(?:The query of .*: q|The keys of all tokens, k|The values of all tokens, v|The output of .*:) =? ?(\\S.*?)"
             "(?: =|; that of .* is) " +
                 kV + "\\.",
             [this](const Match& m) { return wrongVector(product(m.captured(1), input(isOfKeys_)), m.captured(2)); }},
            {QStringLiteral(u"Score of .* and .*: q · k (?:= (.*) )?([=≈]) (\\S+)\\."), [this](const Match& m) {
                 ++relations_;
                 const QString terms = m.captured(1); // printed only if there are few
                 return wrongVector({row(Stage::Scores, query_)[static_cast<std::size_t>(step_.key)]}, m.captured(3)) +
                        (terms.isEmpty() ? QString()
                                         : wrongRelation(PrintedMath(terms)(), m.captured(2)[0], m.captured(3)));
             }}};
        for (auto& one : readersOfWeights()) all.push_back(std::move(one));
        return all;
    }

    QString scaledBy(const QString& how, const QString& vector) {
        Numbers scaled = row(Stage::Scores, query_);
        for (Meant& one : scaled) one = how.isEmpty() ? one : one * factor(how);
        return wrongVector(asMade(scaled), last_[Stage::Scaled] = vector);
    }
    /// Returns the scores as an earlier sentence printed them.
    Numbers scores() const {
        return printed(last_.contains(Stage::Masked) && !layer_.options.masksAfter() ? last_.at(Stage::Masked)
                                                                                     : last_.at(Stage::Scaled));
    }
    static Numbers left(Numbers numbers, const std::function<bool(std::size_t)>& isOut) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (isOut(i)) numbers[i] = exact(0);
        return numbers;
    }
    Numbers exponentialsOf(Numbers scores, const Meant& max, bool isOverAll) const {
        for (std::size_t i = 0; i < scores.size(); ++i) {
            scores[i] = (scores[i] - max).through([](double x) { return std::exp(x); });
            if (!isOverAll && isHidden(i)) scores[i] = exact(0);
        }
        return scores;
    }
    Meant largestLeft() const {
        Meant max = exact(-std::numeric_limits<float>::infinity());
        const Numbers all = scores();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (!isHidden(i) && all[i].value > max.value) max = all[i];
        return max;
    }
    Numbers sharesOf(Numbers values, const QString& sum) const {
        for (Meant& one : values) one = one / meantBy(sum);
        return values;
    }

    std::vector<std::pair<QString, Reader>> readersOfWeights() {
        const auto hidden = [this](std::size_t key) { return isHidden(key); };
        const auto keep = [this](const QString& vector) { return last_[step_.stage] = vector; };
        const QString isA = "(.*) is a weight(; the mask makes those that it hides 0)?: ",
                      sum = QStringLiteral(u"(≈ )?(\\S+)\\.");
        return {
            {"What the mask hides from .* becomes minus infinity: " + kV + "\\.",
             [this, keep](const Match& m) {
                 Numbers masked = printed(last_.at(Stage::Scaled));
                 for (std::size_t i = 0; i < masked.size(); ++i)
                     if (isHidden(i)) masked[i] = meantBy(QStringLiteral(u"-∞"));
                 return wrongVector(masked, keep(m.captured(1)));
             }},
            {"For each key, e to the power \\((?:scaled )?score − \\(?([^ )]+)\\)?\\): " + kV +
                 "\\.( One that .* taken in double\\.)?",
             [this](const Match& m) {
                 const bool isOverAll = step_.stage == Stage::Masked, areBeyond = !m.captured(3).isEmpty();
                 Numbers all = scores();
                 for (std::size_t i = 0; i < all.size(); ++i)
                     if (areBeyond && std::isinf(all[i].value)) all[i] = row(Stage::Scaled, query_)[i];
                 exponentials_ = exponentialsOf(all, meantBy(m.captured(1)), isOverAll);
                 const QString why = wrongVector(exponentials_, m.captured(2));
                 exponentials_ = printed(m.captured(2));
                 return why;
             }},
            {"(What the mask leaves of the weights .* that it leaves\\. )?The sum of the exponentials is " + sum,
             [this](const Match& m) {
                 if (!m.captured(1).isEmpty()) exponentials_ = exponentialsOf(scores(), largestLeft(), false);
                 return wrongSum(exponentials_, m.captured(2), m.captured(3));
             }},
            {"The scores add up to " + sum,
             [this](const Match& m) { return wrongSum(scores(), m.captured(1), m.captured(2)); }},
            {"The scores that the mask leaves add up to " + sum,
             [this, hidden](const Match& m) { return wrongSum(left(scores(), hidden), m.captured(1), m.captured(2)); }},
            {"The weights that the mask leaves add up to " + sum,
             [this](const Match& m) {
                 return wrongSum(printed(last_.at(Stage::Masked)), m.captured(1), m.captured(2));
             }},
            {"Each exponential divided by the sum " + isA + kV + "\\.",
             [this, hidden, keep](const Match& m) {
                 const Numbers all = sharesOf(exponentials_, m.captured(1));
                 return wrongVector(m.captured(2).isEmpty() ? all : left(all, hidden), keep(m.captured(3)));
             }},
            {"Each of them divided by (.*) is a weight: " + kV + "\\.",
             [this, hidden, keep](const Match& m) {
                 const Numbers all = layer_.options.masksAfter() ? printed(last_.at(Stage::Masked)) : scores();
                 return wrongVector(left(sharesOf(all, m.captured(1)), hidden), keep(m.captured(2)));
             }},
            {QStringLiteral(u"Dropout sets some weights to 0 and divides the others by 1 − (\\S+): ") + kV + "\\.",
             [this, keep](const Match& m) {
                 const double by = 1 - exactly(m.captured(1), layer_.options.dropout->rate);
                 Numbers kept = left(row(Stage::Weights, query_),
                                     [this](std::size_t key) { return row(Stage::Dropped, query_)[key].value == 0; });
                 for (Meant& one : kept) one = one / Meant{by, by, by};
                 return wrongVector(asMade(kept), keep(m.captured(2)));
             }},
            {"(.*) times the value of .* is added\\. The (?:sum so far|context of .*) is " + kV + "\\.",
             [this](const Match& m) { return addedTo(meantBy(m.captured(1)), m.captured(2)); }},
            {"The weight of .* is 0, so nothing is added\\. The (?:sum so far|context of .*) is " + kV + "\\.",
             [this](const Match& m) { return addedTo(std::nullopt, m.captured(1)); }},
        };
    }
    QString addedTo(const std::optional<Meant>& weight, const QString& vector) {
        const Numbers value = row(Stage::V, step_.key);
        Numbers sum = step_.key == 0 ? Numbers() : printed(soFar_);
        sum.resize(value.size(), exact(0)); // columns behind "…" are not compared
        for (std::size_t i = 0; i < sum.size() && weight; ++i) sum[i] = sum[i] + *weight * value[i];
        return wrongVector(sum, soFar_ = vector);
    }

    const Layer& layer_;
    int head_, query_, key_;
    bool hasSource_, isOfKeys_ = false;
    KnownNumbers known_;
    Step step_{};
    std::map<Stage, QString> last_;
    std::vector<std::pair<QRegularExpression, Reader>> readers_;
    Numbers exponentials_;
    QString soFar_;
    int relations_ = 0;
};

inline const QString StepsReader::kV = QStringLiteral("\\(([^()]*)\\)");

} // namespace headlight::testing
