#include "panels/parameters/allHeads.h"

#include "session/Session.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"

namespace headlight {
namespace {

/// Returns the tokens that a side of a given stage belongs to; empty if it belongs to none.
QStringList tokensOf(Side side, const Session& session) {
    QStringList tokens;
    if (side == Side::Tokens || side == Side::KeyTokens)
        for (const std::string& token : (side == Side::Tokens ? session.text : keyText(session)).tokens->texts)
            tokens << shownToken(token);
    return tokens;
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
    const QStringList tokens = tokensOf(infoOf(ref.parameter).rows, session);
    return tokens.isEmpty() ? rowLabels(ref.parameter, rows) : tokens;
}

QStringList columnLabelsOf(const ParameterRef& ref, const Session& session, int columns) {
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

} // namespace headlight
