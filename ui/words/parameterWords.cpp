#include "words/parameterWords.h"

#include "session/givenStages.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace headlight {
namespace {

QString translated(const char* words) { return QCoreApplication::translate("Parameters", words); }

bool isGiven(Parameter parameter) { return !areEmbeddings(parameter) && infoOf(parameter).presence == Presence::Given; }

/// Returns the letter for the results of the columns: "q" for W_q and b_q.
QString columnLetter(Parameter parameter) {
    const bool isAsWideAsX = !areEmbeddings(parameter) &&
                             (infoOf(parameter).cols == Side::D || infoOf(parameter).cols == Side::Normed);
    if (isAsWideAsX) return QStringLiteral("x");
    const auto [letter, below] = symbolParts(symbolText(parameter));
    if (isGiven(parameter)) return letter.toLower();
    return below.isEmpty() ? letter : below;
}

QString named(const ParameterRef& ref, const QString& symbol) {
    if (!belongsToHead(ref.parameter)) return symbol;
    return isOfAllHeads(ref) ? translated("%1 of all heads").arg(symbol)
                             : translated("%1 of head %2").arg(symbol, placeText(ref.head));
}

const QString& inputOf(const ParameterInfo& weight, const InputWords& inputs) {
    return weight.rows == Side::DSource ? inputs.keys : inputs.queries;
}

/// Returns "Q = X W_q + b_q" for W_q or b_q, and "X + P" for positions; else nothing.
QString formulaOf(const ParameterInfo& info, const InputWords& inputs) {
    if (info.presence == Presence::Given) return translated("given");
    if (info.rows == Side::Positions) return QStringLiteral("X + P");
    if (info.rows == Side::One && !info.weight) return {};
    const ParameterInfo& weight = info.weight ? infoOf(*info.weight) : info;
    QString formula = QStringLiteral("%1 = %2")
                          .arg(columnLetter(info.parameter).toUpper())
                          .arg(weight.rows == Side::Concat ? QStringLiteral("Z") : inputOf(weight, inputs));
    if (inputs.hasWeights || weight.scope != Scope::Head) {
        formula += QLatin1Char(' ') + symbolHtml(symbolText(weight.parameter));
        if (isTransposed(weight.parameter)) formula += QStringLiteral("ᵀ");
    }
    for (const ParameterInfo& bias : parameters())
        if (bias.weight == weight.parameter &&
            (bias.parameter == info.parameter || std::ranges::count(inputs.biases, bias.parameter) > 0))
            formula += QStringLiteral(" + ") + symbolHtml(symbolText(bias.parameter));
    return formula;
}

} // namespace

std::pair<QString, QString> symbolParts(const QString& symbol) {
    return {symbol.section(QLatin1Char('_'), 0, 0), symbol.section(QLatin1Char('_'), 1)};
}

QString symbolHtml(const QString& symbol) {
    const auto [letter, below] = symbolParts(symbol);
    return below.isEmpty() ? letter : letter + QStringLiteral("<sub>") + below + QStringLiteral("</sub>");
}

QString withMinusSigns(QString text) {
    static const QRegularExpression hyphen(QStringLiteral(u"(?<![\\w\"./\\\\\u201C\u2068-])-(?=[\\d.\u221E])"));
    return text.replace(hyphen, QStringLiteral(u"\u2212"));
}

QString symbolsHtml(const QString& text) {
    // Not within a path or a name, and not a token, which is quoted.
    static const QRegularExpression symbol(
        QStringLiteral(u"(?<![\\w./\\\\\u201C\u2068])([WbdX])_([qkvo]|kv)(?![\\w/\\\\\u201D\u2069]|\\.\\w)"));
    return withMinusSigns(text)
        .toHtmlEscaped()
        .replace(symbol, QStringLiteral("\\1<sub>\\2</sub>"))
        .replace(QLatin1Char('\n'), QLatin1String("<br>"));
}

QString symbolText(Parameter parameter) {
    return isGiven(parameter) ? QString::fromStdString(stageGivenBy(parameter))
                              : QString::fromLatin1(symbolOf(parameter));
}

QString purposeOf(Parameter parameter) { return fromCore(infoOf(parameter).purpose); }

QString nameText(const ParameterRef& ref) { return named(ref, symbolText(ref.parameter)); }

bool isTransposed(Parameter parameter) {
    return conventions().outByIn && !areEmbeddings(parameter) && !isGiven(parameter) &&
           infoOf(parameter).rows != Side::One && infoOf(parameter).rows != Side::Positions;
}

QString matrixSize(const ParameterRef& ref, int rows, int columns) {
    return QStringLiteral("%1&nbsp; <span style='font-weight:400'>%2 × %3</span>")
        .arg(named(ref, symbolHtml(symbolText(ref.parameter))))
        .arg(rows)
        .arg(columns);
}

InputWords inputWords(const Session& session, int layer) {
    const Layer& shown = session.layers.at(static_cast<std::size_t>(layer));
    InputWords words;
    if (shown.hasNorm(Norm::Place::Before)) words.queries = words.keys = QStringLiteral("LN(X)");
    if (session.source) words.keys = symbolHtml(QStringLiteral("X_kv")); // it has no norm before it
    words.hasWeights = !isSimplified(shown);
    for (const ParameterInfo& info : parameters())
        if (info.weight && (info.scope == Scope::Head ? shown.allHeads.front()[info.parameter] : shown[info.parameter]))
            words.biases.push_back(info.parameter);
    return words;
}

QString unweightedFormula(const Session& session, int layer) {
    const InputWords inputs = inputWords(session, layer);
    QStringList formulas; // formulas with equal right sides are joined
    for (const ParameterInfo& info : parameters()) {
        if (info.presence != Presence::Together) continue;
        const QString formula = formulaOf(info, inputs), made = formula.section(QLatin1Char('='), 1);
        const bool isAsLast = !formulas.isEmpty() && formulas.last().section(QLatin1Char('='), -1) == made;
        formulas << (isAsLast ? formulas.takeLast().chopped(made.size()) + QLatin1Char(' ') + formula : formula);
    }
    return formulas.join(QStringLiteral(", "));
}

QString matrixCaption(const ParameterRef& ref, int rows, int columns, const InputWords& inputs) {
    const QString size = matrixSize(ref, rows, columns), formula = formulaOf(infoOf(ref.parameter), inputs);
    return formula.isEmpty() ? size : QStringLiteral("%1 · %2").arg(size, formula);
}

QStringList rowLabels(Parameter parameter, int rows) {
    const Side side = infoOf(parameter).rows;
    if (side == Side::One) return QStringList(rows, QString());
    if (side == Side::Positions) return numbered(QStringLiteral("p"), rows);
    return numbered(side == Side::Concat ? QStringLiteral("z") : QStringLiteral("x"), rows);
}

QStringList columnLabels(Parameter parameter, int columns) { return numbered(columnLetter(parameter), columns); }

QStringList numbered(const QString& letter, int count) {
    QStringList labels;
    labels.reserve(count);
    for (int i = 0; i < count; ++i) labels << letter + subscript(numberOf(i));
    return labels;
}

} // namespace headlight
