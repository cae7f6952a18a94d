#include "panels/parameters/allHeads.h"

#include "session/Session.h"
#include "words/parameterWords.h"

namespace headlight {

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

QStringList columnLabelsOf(const ParameterRef& ref, int columns, const Sizes& sizes) {
    if (!isOfAllHeads(ref)) return columnLabels(ref.parameter, columns);
    const QStringList own = columnLabels(ref.parameter, static_cast<int>(lengthOf(infoOf(ref.parameter).cols, sizes)));
    QStringList all;
    for (int head = 0; head < sizes.heads; ++head) all << own;
    return all;
}

} // namespace headlight
