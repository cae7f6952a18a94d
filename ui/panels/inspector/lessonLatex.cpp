#include "panels/inspector/lessonLatex.h"

#include "base/numberText.h"
#include "panels/inspector/terms.h"
#include "words/conventions.h"
#include "words/spoken.h"
#include "words/tokenText.h"

#include <QHash>

#include <array>
#include <cmath>

namespace headlight {
namespace {

const QString kDot = QStringLiteral(" \\cdot ");

QString fractionOf(const QString& above, const QString& below) {
    return QStringLiteral("\\frac{%1}{%2}").arg(above, below);
}

/// Returns a token as an argument of \text.
QString escaped(const QString& token) {
    static const QHash<QChar, QString> kSpecial{{u'\\', "\\textbackslash{}"},
                                                {u'~', "\\textasciitilde{}"},
                                                {u'^', "\\textasciicircum{}"},
                                                {u'{', "\\{"},
                                                {u'}', "\\}"},
                                                {u'$', "\\$"},
                                                {u'&', "\\&"},
                                                {u'#', "\\#"},
                                                {u'_', "\\_"},
                                                {u'%', "\\%"},
                                                {u'<', "\\textless{}"},
                                                {u'>', "\\textgreater{}"},
                                                {u'|', "\\textbar{}"}};
    QString text;
    for (const QChar letter : token) text += kSpecial.value(letter, letter);
    return QStringLiteral("\\text{%1}").arg(text);
}

/// The right side of a line, and its value computed of the printed numbers.
struct Made {
    QString text;
    double value = 0;
};

class LatexPen {
public:
    explicit LatexPen(const LessonPen& pen) : pen_(pen) {}

    QString lineOf(const Explanation& e) const {
        const Made made = madeOf(e);
        if (made.text.isEmpty()) return {};
        const auto result = static_cast<double>(e.result);
        const QString text = number(result);
        const QString shown = text == made.text ? QString() : relation(made.value, result) + text;
        return QStringLiteral("%1 &= %2%3").arg(symbol(e.of), made.text, shown);
    }

private:
    QString number(double value) const {
        if (std::isnan(value)) return QStringLiteral("\\text{NaN}");
        if (std::isinf(value)) return QLatin1String(value > 0 ? "\\infty" : "-\\infty");
        return withPower(digitsOf(value));
    }
    std::string digitsOf(double value) const {
        return pen_.look.decimals == kAllDigits ? allDigits(value) : fixedPoint(value, pen_.look.decimals);
    }
    /// Returns 2.5 \cdot 10^{-5} for "2.5e-05", and 10^{-5} for "1e-05".
    static QString withPower(const std::string& number) {
        const QString text = QString::fromStdString(number);
        const QStringList parts = text.split(u'e');
        if (parts.size() != 2) return text;
        const QString power = QStringLiteral("10^{%1}").arg(parts[1].toInt());
        return parts[0] == QLatin1String("1") ? power : parts[0] + kDot + power;
    }
    double printed(double value) const {
        return std::isfinite(value) ? QString::fromStdString(digitsOf(value)).toDouble() : value;
    }
    double printed(const Operand& one) const { return printed(static_cast<double>(one.value)); }
    static QString inFull(double value) { return withPower(shortest(value)); }
    static QString asFactor(const QString& text) {
        return text.startsWith(u'-') ? QStringLiteral("(%1)").arg(text) : text;
    }
    QString factor(double value) const { return asFactor(number(value)); }
    QString factor(const Operand& one) const { return factor(static_cast<double>(one.value)); }
    QString relation(double ofPrinted, double value) const {
        return number(std::isfinite(value) ? ofPrinted : value) == number(value) ? QStringLiteral(" = ")
                                                                                 : QStringLiteral(" \\approx ");
    }

    QString letter(Stage stage, int layer) const {
        const StageInfo& info = infoOf(stage);
        if (info.isRollout) return QStringLiteral("r");
        if (!info.isMap())
            return QString::fromUtf8(spokenOf(stage).symbol)
                .replace(QStringLiteral("x\u0302"), QLatin1String("\\hat{x}"));
        static constexpr std::array kPrimes{"", "'", "''", "", "'"}; // by RulePart
        const bool isScore = isSigned(stage, layerAt(pen_.session, layer).options);
        return QLatin1String(isScore ? "s" : "w") + QLatin1String(kPrimes[static_cast<std::size_t>(info.dependsOn)]);
    }
    /// Returns "w^{(2)}_{\text{shoes},\text{feet}}", "q_{\text{shoes},2}".
    QString symbol(const CellRef& cell) const {
        const StageInfo& info = infoOf(cell.stage);
        QString text = letter(cell.stage, cell.layer);
        if (info.scope == Scope::Head && sizesOf(pen_.session, cell.layer).heads > 1)
            text += QStringLiteral("^{(%1)}").arg(numberOf(pen_.inPlace.value_or(cell.head)));
        return QStringLiteral("%1_{%2,%3}")
            .arg(text, token(info.rows, cell.row),
                 info.isMap() ? token(Side::KeyTokens, cell.col) : QString::number(numberOf(cell.col)));
    }
    QString token(Side side, int place) const {
        const Text& text = side == Side::KeyTokens ? keyText(pen_.session) : pen_.session.text;
        const QString mark = placeMark(*text.tokens, place); // small digits, which TeX writes as a subscript
        return escaped(shownToken(text.tokens->texts[static_cast<std::size_t>(place)])) +
               (mark.isEmpty() ? QString() : QStringLiteral("_{%1}").arg(numberOf(place)));
    }

    Made madeOf(const Explanation& e) const {
        switch (e.rule) {
        case Rule::None: return {};
        case Rule::Copy:
        case Rule::Embedding: return copied(e);
        case Rule::Sinusoid: return sinusoid(e);
        case Rule::Sum:
        case Rule::Products:
        case Rule::Rollout: return sum(e);
        case Rule::Scaled: return scaled(e);
        case Rule::Softmax:
        case Rule::Share: return share(e);
        case Rule::Dropout: return dropped(e);
        case Rule::Norm: return norm(e);
        }
        return {};
    }
    Made plain(double value) const { return {number(value), printed(value)}; }
    Made copied(const Explanation& e) const {
        return plain(static_cast<double>(e.terms.front().isMasked ? e.result : e.terms.front().a.value));
    }
    Made sinusoid(const Explanation& e) const {
        const bool isSine = e.of.col % 2 == 0;
        const double angle = e.of.row / printed(e.period);
        return {QStringLiteral("\\%1(%2 / %3)")
                    .arg(QLatin1String(isSine ? "sin" : "cos"), QString::number(e.of.row), number(e.period)),
                isSine ? std::sin(angle) : std::cos(angle)};
    }
    Made termOf(const Explanation& e, const Term& term) const {
        Made made{factor(term.a), printed(term.a)};
        const auto times = [&](double by) {
            made.text += kDot + factor(by);
            made.value *= printed(by);
        };
        if (term.b.isSomewhere()) times(static_cast<double>(term.b.value));
        if (e.rule == Rule::Rollout && term.a.isSomewhere()) times(e.factor);
        return made;
    }
    Made sum(const Explanation& e) const {
        std::vector<double> values;
        for (const Term& term : e.terms) values.push_back(term.value);
        const TermRows rows = termsOf(pen_, e, values);
        QStringList parts;
        double value = 0;
        for (const std::size_t i : rows.shown) {
            if (e.terms[i].isMasked) continue;
            const Made term = termOf(e, e.terms[i]);
            parts << term.text;
            value += term.value;
        }
        if (!rows.others.empty()) {
            const double rest = rows.printed([&](std::size_t i) { return values[i]; }).back();
            parts << QStringLiteral("\\underbrace{%1}_{\\text{%2}}").arg(factor(rest), otherTerms(rows.others.size()));
            value += printed(rest);
        }
        if (e.bias.isSomewhere()) {
            parts << factor(e.bias);
            value += printed(e.bias);
        }
        return parts.isEmpty() ? plain(0) : Made{parts.join(QStringLiteral(" + ")), value};
    }
    Made scaled(const Explanation& e) const {
        const Options& options = layerAt(pen_.session, e.of.layer).options;
        QString above = number(static_cast<double>(e.terms.front().a.value));
        QStringList below;
        if (options.scale.kind == Scale::Kind::Factor) above += kDot + asFactor(inFull(options.scale.factor));
        if (options.scale.kind == Scale::Kind::SqrtDk)
            below << QStringLiteral("\\sqrt{%1}").arg(sizesOf(pen_.session, e.of.layer).dk);
        if (options.temperature != 1) below << inFull(options.temperature);
        return {below.isEmpty() ? above : fractionOf(above, below.join(kDot)), printed(e.terms.front().a) * e.factor};
    }
    Made share(const Explanation& e) const {
        if (e.hiddenBy || e.kind != RowKind::Plain) return plain(static_cast<double>(e.result));
        const Term& own = e.terms[static_cast<std::size_t>(e.of.col)];
        const QString quotient = fractionOf(number(own.value), number(e.sum));
        const double value = printed(own.value) / printed(e.sum);
        if (e.rule == Rule::Share) return {quotient, value};
        const Program program = programOf(pen_.session, e.of.layer);
        const bool isMasked = program.has(Op::Kind::Mask); // it hides keys of the sum
        const Stage read = isMasked ? program.firstOf(Op::Kind::Mask).result : std::get<CellRef>(own.a.at).stage;
        const bool areSome = !isMasked && std::ranges::any_of(e.terms, &Term::isMasked);
        const QString keys = areSome ? QStringLiteral("j \\text{ %1}").arg(lessonWords("visible"))
                                     : QStringLiteral("j");
        const QString max = factor(e.max), a = number(e.exponent(own));
        const double exponential = std::exp(printed(e.exponent(own)) - printed(e.max));
        return {fractionOf(QStringLiteral("e^{%1 - %2}").arg(a, max),
                           QStringLiteral("\\sum_{%1} e^{%2_j - %3}").arg(keys, letter(read, e.of.layer), max)) +
                    relation(exponential, own.value) + quotient,
                value};
    }
    Made dropped(const Explanation& e) const {
        const Term& term = e.terms.front();
        if (e.hiddenBy || term.isMasked) return plain(static_cast<double>(e.result));
        const double rate = layerAt(pen_.session, e.of.layer).options.dropout->rate;
        return {fractionOf(number(static_cast<double>(term.a.value)), QStringLiteral("1 - %1").arg(inFull(rate))),
                printed(term.a) * e.factor};
    }
    Made norm(const Explanation& e) const {
        const Term& own = e.terms[static_cast<std::size_t>(e.of.col)];
        QString x = number(static_cast<double>(own.a.value));
        double value = printed(own.a);
        if (own.b.isSomewhere()) {
            x += QStringLiteral(" + ") + factor(own.b);
            value += printed(own.b);
        }
        const QString deviation = QStringLiteral("\\sqrt{%1 + %2}").arg(number(e.variance), withPower(shortest(e.eps)));
        return {fractionOf(QStringLiteral("%1 - %2").arg(x, factor(e.mean)), deviation) + kDot + factor(e.gain) +
                    QStringLiteral(" + ") + factor(e.bias),
                (value - printed(e.mean)) / std::sqrt(printed(e.variance) + e.eps) * printed(e.gain) + printed(e.bias)};
    }

    const LessonPen& pen_;
};

} // namespace

QString lessonLatex(const LessonPen& pen, const Explanations& way) {
    const LatexPen latex(pen);
    QStringList lines;
    for (const auto& e : way) {
        const bool isTold = e && isOpen(pen, e->of.stage) && pen.isFinished(e->of);
        if (const QString line = isTold ? latex.lineOf(*e) : QString(); !line.isEmpty())
            lines << QStringLiteral("  ") + line;
    }
    if (lines.isEmpty()) return {}; // a walk has not finished the number
    return QStringLiteral("\\begin{align*}\n%1\n\\end{align*}\n").arg(lines.join(QStringLiteral(" \\\\\n")));
}

} // namespace headlight
