#include "panels/parameters/origins.h"

#include "session/edits.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace headlight {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Origins", text); }

/// Of the head and layer with the same numbers, in what was opened; null if it was not there. A head's may have another
/// shape, since its rows and columns come and go at their ends; but not `asPart` of a table of all heads.
FrozenMatrix openedMatrix(const ViewState& state, const ParameterRef& ref, bool asPart) {
    const FrozenMatrix now = matrixOf(state.session, ref);
    const Layer& layer = state.session.layers[static_cast<std::size_t>(ref.layer)];
    const auto& layers = state.opened.layers;
    const auto was = std::ranges::find(layers, layer.number, &Layer::number);
    if (!now || was == layers.end()) return {};
    ParameterRef before{ref.parameter, static_cast<int>(was - layers.begin()), 0};
    if (belongsToHead(ref.parameter)) {
        const int number = layer.heads[static_cast<std::size_t>(ref.head)].number;
        const auto head = std::ranges::find(was->heads, number, &Head::number);
        if (head == was->heads.end()) return {};
        before.head = static_cast<int>(head - was->heads.begin());
    }
    const FrozenMatrix matrix = matrixOf(state.opened, before);
    const bool isSameShape = matrix && matrix->rows() == now->rows() && matrix->cols() == now->cols();
    return isSameShape || (belongsToHead(ref.parameter) && !asPart) ? matrix : FrozenMatrix();
}

/// The numbers of each as they were drawn; what is of one drawing is drawn in one go.
std::vector<FrozenMatrix> asDrawn(const std::vector<DrawnBy>& by, Parameter parameter) {
    std::vector<FrozenMatrix> numbers(by.size());
    for (std::size_t first = 0; first < by.size(); ++first) {
        const Frozen<Drawing>& drawing = by[first].drawing;
        if (!drawing || numbers[first]) continue;
        const auto waiting = [&](auto f) { // for those of this drawing
            for (std::size_t i = first; i < by.size(); ++i)
                if (by[i].drawing == drawing && !numbers[i] && f(numbers[i], placeOf(by[i], parameter))) return true;
            return false;
        };
        drawAll(
            *drawing,
            [&](const DrawnPlace& at) {
                return waiting([&](const FrozenMatrix&, const DrawnPlace& wanted) { return wanted == at; });
            },
            [&](const DrawnPlace& at, Matrix drawn) {
                const FrozenMatrix shared = std::move(drawn);
                waiting([&](FrozenMatrix& to, const DrawnPlace& wanted) {
                    if (wanted == at) to = shared;
                    return false;
                });
                return waiting([](const FrozenMatrix&, const DrawnPlace&) { return true; });
            });
    }
    return numbers;
}

/// "Drawn by torch.rand, seed 123"
QString titleOf(const DrawnBy& by, Parameter parameter) {
    const Initialiser initialiser = isTable(parameter) ? ofEmbeddings(*by.drawing) : by.drawing->initialiser;
    return tr("Drawn by %1, seed %2").arg(fromCore(infoOf(initialiser).title)).arg(by.drawing->seed);
}

/// Of one matrix, or of those of all heads: where one of them has none the whole has none.
Origin originOf(const std::vector<DrawnBy>& by, const std::vector<FrozenMatrix>& opened, Parameter parameter) {
    std::vector<FrozenMatrix> numbers = asDrawn(by, parameter);
    QStringList titles, since;
    for (std::size_t i = 0; i < by.size(); ++i) {
        if (!by[i].drawing) numbers[i] = opened[i];
        since << (by[i].drawing ? tr("when drawn") : tr("when opened"));
        titles << (by[i].drawing ? titleOf(by[i], parameter)
                   : opened[i]   ? QString()
                                 : tr("New since it was opened: Headlight's own numbers"));
    }
    since.removeDuplicates();
    titles.removeDuplicates();
    Origin origin{{}, since.size() == 1 ? since.first() : tr("when drawn or opened"), {}};
    if (titles.size() == 1) origin.title = titles.first();
    if (std::ranges::all_of(numbers, [](const FrozenMatrix& one) { return static_cast<bool>(one); }))
        origin.numbers = sideBySide(numbers);
    return origin;
}

} // namespace

const Origin& Origins::of(const ViewState& state, const ParameterRef& ref) {
    const Text* text = textOf(state.session, ref.parameter);
    const Text* openedText = textOf(state.opened, ref.parameter);
    const bool isX = text, isSplit = isOfAllHeads(ref);
    const int heads = isSplit ? sizesOf(state.session, ref.layer).heads : 1;
    std::vector<DrawnBy> by;
    std::vector<FrozenMatrix> opened;
    for (int head = 0; head < heads; ++head) {
        const ParameterRef one{ref.parameter, ref.layer, isSplit ? head : ref.head};
        by.push_back(drawnBy(state.session, one));
        opened.push_back(isX || by.back().drawing ? FrozenMatrix() : openedMatrix(state, one, isSplit));
    }
    const EmbeddingTable table = openedText ? openedText->embeddings : EmbeddingTable();
    const bool isSame = std::ranges::equal(by, by_, [](const DrawnBy& a, const DrawnBy& b) {
        return a.drawing == b.drawing && a.part == b.part && a.head == b.head;
    });
    if (isKnown_ && ref == ref_ && isSame && opened == opened_ && (!isX || table == openedTable_)) return origin_;
    isKnown_ = true;
    ref_ = ref;
    by_ = by;
    opened_ = opened;
    openedTable_ = table;
    if (!isX || by.front().drawing) return origin_ = originOf(by, opened, ref.parameter);
    origin_ = {table ? table.matrix() : FrozenMatrix(), tr("when opened"), {}};
    if (origin_.numbers && origin_.numbers->cols() != text->embeddings.cols()) origin_.numbers = {};
    return origin_;
}

CellOrigins cellOrigins(const Origin& origin, bool isTurned) {
    if (!origin.numbers || !isTurned) return {origin.numbers, {}, origin.since};
    return {Matrix(origin.numbers->transpose()), {}, origin.since};
}

CellOrigins cellOrigins(const Origin& origin, const ViewState& state, Parameter embeddings) {
    CellOrigins origins{origin.numbers, {}, origin.since};
    if (!origin.numbers) return origins;
    const Text& text = *textOf(state.session, embeddings);
    const Tokens& tokens = *text.tokens;
    if (text.drawn) { // its rows have kept their tokens
        for (const int id : tokens.ids) origins.rows.push_back(id < origin.numbers->rows() ? id : -1);
        return origins;
    }
    std::unordered_map<std::string_view, int> ids;
    for (const auto& entry : textOf(state.opened, embeddings)->vocabulary->entries) ids.emplace(entry.token, entry.id);
    for (const auto& token : tokens.texts) {
        const auto found = ids.find(token);
        origins.rows.push_back(found == ids.end() ? -1 : found->second);
    }
    return origins;
}

} // namespace headlight
