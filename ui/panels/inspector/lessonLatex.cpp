#include "base/numberText.h"
#include "panels/inspector/lessonHtml.h"
#include "panels/inspector/ruleHtml.h"
#include "plot/Calculation.h"
#include "words/conventions.h"
#include "words/spoken.h"
#include "words/tokenText.h"

#include <QHash>

#include <array>
#include <cmath>

namespace headlight {
namespace {

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

class LatexPen {
public:
    explicit LatexPen(const LessonPen& pen) : pen_(pen) {}

    QString lineOf(const Explanation& e) const {
        if (e.rule == Rule::None) return {};
        const bool isSum = e.rule == Rule::Sum || e.rule == Rule::Products || e.rule == Rule::Rollout;
        const Calculation made = isSum ? sumOf(e) : calculationOf(pen_.session, e);
        const auto result = static_cast<double>(e.result);
        const QString text = written(made), shown = number(result);
        return QStringLiteral("%1 &= %2%3%4")
            .arg(symbol(e.of), made.kind == Calculation::Kind::Over ? exponentials(e) : QString(), text,
                 shown == text ? QString() : relation(valueOf(made), result) + shown);
    }

private:
    QString number(double value) const {
        if (std::isnan(value)) return QStringLiteral("\\text{NaN}");
        if (std::isinf(value)) return QLatin1String(value > 0 ? "\\infty" : "-\\infty");
        return withPower(pen_.written(value));
    }
    /// Returns 2.5 \cdot 10^{-5} for "2.5e-05", and 10^{-5} for "1e-05".
    static QString withPower(const QString& number) {
        const QStringList parts = number.split(u'e');
        if (parts.size() != 2) return number;
        const QString power = QStringLiteral("10^{%1}").arg(parts[1].toInt());
        return parts[0] == QLatin1String("1") ? power : QStringLiteral("%1 \\cdot %2").arg(parts[0], power);
    }
    QString writtenNumber(const Calculation& one, bool isOperand) const {
        const QString text = one.kind == Calculation::Kind::Given
                                 ? withPower(QString::fromStdString(shortest(one.value)))
                                 : number(one.value);
        const QString factor = isOperand && text.startsWith(u'-') ? QStringLiteral("(%1)").arg(text) : text;
        if (one.terms == 0) return factor;
        return QStringLiteral("\\underbrace{%1}_{\\text{%2}}").arg(factor, otherTerms(one.terms));
    }
    QString written(const Calculation& made, bool isOperand = false) const {
        const auto one = [this](const Calculation& of, bool isNext) { return writtenNumber(of, isNext); };
        return Notation{one,
                        "%1 \\cdot %2",
                        "%1 - %2",
                        "\\frac{%1}{%2}",
                        "\\sqrt{%1}",
                        "\\%1(%2 / %3)",
                        Notation::Parentheses::None}(made, isOperand);
    }
    double valueOf(const Calculation& made) const {
        return made([this](double value) { return pen_.printed(value); });
    }
    QString relation(double ofPrinted, double value) const {
        return number(std::isfinite(value) ? ofPrinted : value) == number(value) ? QStringLiteral(" = ")
                                                                                 : QStringLiteral(" \\approx ");
    }

    QString letter(Stage stage, int layer) const {
        const StageInfo& info = infoOf(stage);
        if (info.isRollout) return QStringLiteral("r");
        if (stage == Stage::Rest) return QStringLiteral("\\tilde{w}");
        if (stage == Stage::Mean) return QStringLiteral("\\bar{w}");
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

    /// Leaves out the same terms as the page, and those that add nothing.
    Calculation sumOf(const Explanation& e) const {
        std::vector<double> values;
        for (const Term& term : e.terms) values.push_back(term.value);
        const TermRows rows = termsOf(pen_, e, values);
        Calculation sum(Calculation::Kind::Terms, {});
        for (const std::size_t i : rows.shown)
            if (!e.terms[i].isMasked) sum.of.push_back(termOf(e, e.terms[i]));
        if (!rows.others.empty())
            sum.of.emplace_back(rows.printed([&](std::size_t i) { return values[i]; }).back(), rows.others.size());
        if (e.bias.isSomewhere()) sum.of.emplace_back(e.bias);
        return sum.of.empty() ? Calculation(0) : sum;
    }
    /// Returns the softmax of which a weight is a quotient, and the sign after it; of other quotients nothing.
    QString exponentials(const Explanation& e) const {
        if (e.rule != Rule::Softmax) return {};
        const Term& own = e.terms[static_cast<std::size_t>(e.of.col)];
        const Program program = programOf(pen_.session, e.of.layer);
        const bool isMasked = program.has(Op::Kind::Mask); // it hides keys of the sum
        const Stage read = isMasked ? program.firstOf(Op::Kind::Mask).result : std::get<CellRef>(own.a.at).stage;
        const bool areSome = !isMasked && std::ranges::any_of(e.terms, &Term::isMasked);
        const QString keys = areSome ? QStringLiteral("j \\text{ %1}").arg(lessonWords("visible"))
                                     : QStringLiteral("j");
        const Calculation exponent(Calculation::Kind::Minus, {e.exponent(own), e.max});
        return QStringLiteral("\\frac{e^{%1}}{\\sum_{%2} e^{%3_j - %4}}")
                   .arg(written(exponent), keys, letter(read, e.of.layer), written(e.max, true)) +
               relation(std::exp(valueOf(exponent)), own.value);
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
