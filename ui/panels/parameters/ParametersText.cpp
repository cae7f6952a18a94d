#include "panels/parameters/ParametersText.h"

#include "controls/Segments.h"
#include "panels/parameters/ParametersPanel.h"
#include "words/tokenText.h"

#include <vector>

namespace headlight {

QString matrixTip(Parameter kind) {
    switch (kind) {
    case Parameter::Wq: return ParametersPanel::tr("Makes the queries: what a token looks for");
    case Parameter::Wk: return ParametersPanel::tr("Makes the keys: what a token is found by");
    case Parameter::Wv: return ParametersPanel::tr("Makes the values: what a token hands on");
    case Parameter::Wo: return ParametersPanel::tr("Mixes the heads' contexts into the output");
    default: return {};
    }
}

QString columnLetter(Parameter kind) {
    switch (kind) {
    case Parameter::Wq: return QStringLiteral("q");
    case Parameter::Wk: return QStringLiteral("k");
    case Parameter::Wv: return QStringLiteral("v");
    case Parameter::Wo: return QStringLiteral("o");
    default: return QStringLiteral("x");
    }
}

QString rowLetter(Parameter kind) { return kind == Parameter::Wo ? QStringLiteral("z") : QStringLiteral("x"); }

QString matrixSize(Parameter kind, int rows, int columns) {
    return QStringLiteral("%1&nbsp; %2 × %3")
        .arg(symbolHtml(QString::fromLatin1(symbolOf(kind))))
        .arg(rows)
        .arg(columns);
}

QString matrixCaption(Parameter kind, int rows, int columns) {
    const QString symbol = symbolHtml(QString::fromLatin1(symbolOf(kind)));
    const QString formula = kind == Parameter::Wo
                                ? QStringLiteral("Z %1").arg(symbol)
                                : QStringLiteral("%1 = X %2").arg(columnLetter(kind).toUpper(), symbol);
    return QStringLiteral("%1 · %2").arg(matrixSize(kind, rows, columns), formula);
}

QStringList numbered(const QString& letter, int count) {
    QStringList labels;
    labels.reserve(count);
    for (int i = 1; i <= count; ++i) labels << letter + subscript(i);
    return labels;
}

QString embeddingHint(const Tokens& tokens, int row) {
    if (tokens.count() == 0) return ParametersPanel::tr("No tokens yet: type a sentence above.");
    if (row >= 0 && row < tokens.count()) {
        const int id = tokens.ids[static_cast<std::size_t>(row)];
        std::vector<int> places;
        for (int i = 0; i < tokens.count(); ++i)
            if (tokens.ids[static_cast<std::size_t>(i)] == id) places.push_back(i);
        if (places.size() > 1)
            return ParametersPanel::tr("%1 at %2: one shared vector")
                .arg(quotedToken(tokens.texts[static_cast<std::size_t>(row)]), positionList(places, 4));
    }
    return ParametersPanel::tr("Drag a number sideways, or type.");
}

} // namespace headlight
