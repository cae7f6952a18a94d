#include "panels/parameters/shownMatrix.h"

#include "base/sameBits.h"
#include "session/Session.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

#include <cstring>

namespace headlight {
namespace {

QStringList labelsOf(const Text& text) {
    QStringList labels;
    for (const std::string& token : text.tokens->texts) labels << shownToken(token);
    return labels;
}

/// Returns the tokens that a side of a given stage belongs to; empty if it belongs to none.
QStringList tokensOf(Side side, const Session& session) {
    if (side != Side::Tokens && side != Side::KeyTokens) return {};
    return labelsOf(side == Side::Tokens ? session.text : keyText(session));
}

} // namespace

FrozenMatrix WholeMatrix::of(const Session& session, const ParameterRef& ref) {
    std::vector<FrozenMatrix> blocks = blocksOf(session, ref);
    if (blocks != blocks_) {
        blocks_ = std::move(blocks);
        whole_ = sideBySide(blocks_);
    }
    return whole_;
}

Bands headBands(const ViewState& state, const ParameterRef& ref, bool isTransposed) {
    if (areEmbeddings(ref.parameter)) return {};
    const Sizes sizes = sizesOf(state.session, ref.layer);
    const ParameterInfo& info = infoOf(ref.parameter);
    const bool areRows = info.rows == Side::Concat;
    if (sizes.heads < 2 || !(areRows || isOfAllHeads(ref))) return {};
    Bands bands = bandsOfHeads(sizes.heads, areRows ? sizes.dv : static_cast<int>(lengthOf(info.cols, sizes)),
                               areRows != isTransposed ? Qt::Vertical : Qt::Horizontal);
    bands.marked = state.view.head;
    return bands;
}

QStringList rowLabels(const ParameterRef& ref, const Session& session, int rows) {
    if (const Text* text = textOf(session, ref.parameter)) return labelsOf(*text);
    const QStringList tokens = tokensOf(infoOf(ref.parameter).rows, session);
    return tokens.isEmpty() ? rowLabels(ref.parameter, rows) : tokens;
}

QStringList columnLabelsOf(const ParameterRef& ref, const Session& session, int columns) {
    if (areEmbeddings(ref.parameter)) return numbered(QStringLiteral("x"), columns);
    const Sizes sizes = sizesOf(session, ref.layer);
    const Side side = infoOf(ref.parameter).cols;
    const int count = isOfAllHeads(ref) ? static_cast<int>(lengthOf(side, sizes)) : columns;
    const QStringList tokens = tokensOf(side, session);
    const QStringList own = tokens.isEmpty() ? columnLabels(ref.parameter, count) : tokens;
    if (!isOfAllHeads(ref)) return own;
    QStringList all;
    for (int head = 0; head < sizes.heads; ++head) all << own;
    return all;
}

RowSource asColumns(const RowSource& rows, const RowSource& before, const RowSource& columnsBefore) {
    const int count = rows.rows(), columns = rows.columns();
    const bool isOfOneShape = before && before.rows() == count && before.columns() == columns &&
                              columnsBefore.rows() == columns && columnsBefore.columns() == count;
    Matrix transposed(columns, count);
    for (int c = 0; isOfOneShape && c < columns; ++c)
        std::memcpy(transposed.row(c).data(), columnsBefore.row(c), static_cast<std::size_t>(count) * sizeof(float));
    for (int r = 0; r < count; ++r) {
        const float* row = rows.row(r);
        if (isOfOneShape && sameBits(row, before.row(r), columns)) continue;
        for (int c = 0; c < columns; ++c) transposed(c, r) = row[c];
    }
    return transposed;
}

} // namespace headlight
