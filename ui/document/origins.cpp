#include "document/origins.h"

#include "base/numberText.h"
#include "document/selection.h"
#include "session/edits.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace headlight {
namespace {

QString originWords(const char* text) { return QCoreApplication::translate("Origins", text); }

/// Returns the matrix as it was opened, of the layer and head with the same numbers; null if there was none. A head's
/// may have another shape, since resizing adds and removes rows and columns at their ends, but not if it is part
/// (`asPart`) of a table of all heads.
FrozenMatrix openedMatrix(const ViewState& state, const ParameterRef& ref, bool asPart) {
    const FrozenMatrix now = matrixOf(state.session, ref);
    const Layer& layer = state.session.layers[static_cast<std::size_t>(ref.layer)];
    const auto& layers = state.opened.layers;
    const auto was = std::ranges::find(layers, layer.number, &Layer::number);
    if (!now || was == layers.end()) return {};
    ParameterRef before{ref.parameter, static_cast<int>(was - layers.begin()), 0};
    if (belongsToHead(ref.parameter)) {
        const int number = layer.allHeads[static_cast<std::size_t>(ref.head)].number;
        const auto head = std::ranges::find(was->allHeads, number, &Head::number);
        if (head == was->allHeads.end()) return {};
        before.head = static_cast<int>(head - was->allHeads.begin());
    }
    const FrozenMatrix matrix = matrixOf(state.opened, before);
    const bool isSameShape = matrix && matrix->rows() == now->rows() && matrix->cols() == now->cols();
    return isSameShape || (belongsToHead(ref.parameter) && !asPart) ? matrix : FrozenMatrix();
}

/// Draws the numbers of each again (null: not drawn). Those of one drawing are drawn together.
std::vector<FrozenMatrix> asDrawn(const std::vector<DrawnBy>& by) {
    std::vector<FrozenMatrix> numbers(by.size());
    for (std::size_t first = 0; first < by.size(); ++first) {
        const Frozen<Drawing>& drawing = by[first].drawing;
        if (!drawing || numbers[first]) continue;
        std::vector<std::size_t> missing; // those of this drawing
        for (std::size_t i = first; i < by.size(); ++i)
            if (by[i].drawing == drawing && !numbers[i]) missing.push_back(i);
        const auto isAt = [&by](const DrawnPlace& at) {
            return [&by, &at](std::size_t i) { return by[i].place == at; };
        };
        drawAll(
            *drawing, [&](const DrawnPlace& at) { return std::ranges::any_of(missing, isAt(at)); },
            [&](const DrawnPlace& at, Matrix drawn) {
                const FrozenMatrix shared = std::move(drawn);
                for (const std::size_t i : missing)
                    if (by[i].place == at) numbers[i] = shared;
                std::erase_if(missing, isAt(at));
                return !missing.empty();
            });
    }
    return numbers;
}

/// Returns "Randomised with torch.rand, seed 123".
QString titleOf(const DrawnBy& by) {
    const Initialiser initialiser = by.place.parameter == Parameter::X ? ofEmbeddings(*by.drawing)
                                                                       : by.drawing->initialiser;
    return originWords("Randomised with %1, seed %2").arg(fromCore(infoOf(initialiser).title)).arg(by.drawing->seed);
}

int rowBefore(const ViewState& state, const ParameterCell& entry) {
    const bool isOfToken = textOf(state.session, entry.parameter);
    return isOfToken ? rowsBefore(state, entry.parameter)[static_cast<std::size_t>(entry.row)] : entry.row;
}

std::optional<float> numberBefore(const Origin& origin, const ViewState& state, const ParameterCell& entry) {
    const int row = rowBefore(state, entry);
    const bool isThere = origin.numbers && row >= 0 && row < origin.numbers->rows() &&
                         entry.col < origin.numbers->cols();
    return isThere ? std::optional((*origin.numbers)(row, entry.col)) : std::nullopt;
}

/// Returns the matrix; for embeddings, the row of the entry.
FrozenMatrix numbersNow(const ViewState& state, const ParameterCell& entry) {
    if (const Text* text = textOf(state.session, entry.parameter))
        return text->embeddings.vector(text->tokens->ids[static_cast<std::size_t>(entry.row)]);
    return matrixOf(state.session, {entry.parameter, entry.layer, entry.head});
}

bool isEdited(const Origin& origin, const ViewState& state, const ParameterCell& entry) {
    const FrozenMatrix now = numbersNow(state, entry);
    if (!origin.numbers || origin.numbers == now) return false;
    if (belongsToHead(entry.parameter)) { // resizing adds and removes numbers at the ends, and edits none
        const Index rows = std::min(now->rows(), origin.numbers->rows()),
                    columns = std::min(now->cols(), origin.numbers->cols());
        return now->topLeftCorner(rows, columns) != origin.numbers->topLeftCorner(rows, columns);
    }
    if (now->cols() != origin.numbers->cols()) return false;
    if (!areEmbeddings(entry.parameter)) return now->rows() == origin.numbers->rows() && *now != *origin.numbers;
    const int row = rowBefore(state, entry);
    return row >= 0 && row < origin.numbers->rows() && now->row(0) != origin.numbers->row(row);
}

/// Returns the origin of one matrix, or of those of all heads: it has no numbers if one of them has none.
Origin originOf(const std::vector<DrawnBy>& by, const std::vector<FrozenMatrix>& opened) {
    std::vector<FrozenMatrix> numbers = asDrawn(by);
    QStringList titles, since;
    for (std::size_t i = 0; i < by.size(); ++i) {
        if (!by[i].drawing) numbers[i] = opened[i];
        since << (by[i].drawing ? originWords("when randomised") : originWords("at the start"));
        titles << (by[i].drawing ? titleOf(by[i])
                   : opened[i]   ? QString()
                                 : originWords("Added later: numbers generated by Headlight"));
    }
    since.removeDuplicates();
    titles.removeDuplicates();
    Origin origin{{}, since.size() == 1 ? since.first() : originWords("at the start or when randomised"), {}};
    if (titles.size() == 1) origin.title = titles.first();
    if (std::ranges::all_of(numbers, [](const FrozenMatrix& one) { return static_cast<bool>(one); }))
        origin.numbers = sideBySide(numbers);
    return origin;
}

} // namespace

std::vector<int> rowsBefore(const ViewState& state, Parameter embeddings) {
    const Text& text = *textOf(state.session, embeddings);
    if (text.drawn.drawing) return text.tokens->ids; // its rows have kept their tokens
    std::unordered_map<std::string_view, int> ids;
    if (const Text* opened = textOf(state.opened, embeddings))
        for (const auto& entry : opened->vocabulary->entries) ids.emplace(entry.token, entry.id);
    std::vector<int> rows;
    for (const auto& token : text.tokens->texts) {
        const auto found = ids.find(token);
        rows.push_back(found == ids.end() ? -1 : found->second);
    }
    return rows;
}

const Origin& Origins::of(const ViewState& state, const ParameterRef& ref) {
    const Text* text = textOf(state.session, ref.parameter);
    const Text* openedText = textOf(state.opened, ref.parameter);
    const bool isX = text, isSplit = isOfAllHeads(ref);
    const int heads = isSplit ? sizesOf(state.session, ref.layer).heads : 1;
    Sources now{ref, openedText ? openedText->embeddings : EmbeddingTable()};
    for (int head = 0; head < heads; ++head) {
        const ParameterRef one{ref.parameter, ref.layer, isSplit ? head : ref.head};
        now.by.push_back(drawnBy(state.session, one));
        now.opened.push_back(isX || now.by.back().drawing ? FrozenMatrix() : openedMatrix(state, one, isSplit));
    }
    if (known_ == now) return origin_;
    known_ = now;
    const auto& [place, table, by, opened] = now;
    if (!isX || by.front().drawing) return origin_ = originOf(by, opened);
    return origin_ = {table ? table.matrix() : FrozenMatrix(), originWords("at the start"), {}};
}

const Origin& EntryOrigins::of(const ViewState& state, const ParameterCell& entry) {
    return origins_[{entry.parameter, entry.layer, entry.head}].of(state, {entry.parameter, entry.layer, entry.head});
}

QString EntryOrigins::ofMatrix(const ViewState& state, const ParameterCell& entry) {
    const Origin& origin = of(state, entry);
    // The entry belongs to a word that was typed since then, or was added by a larger size.
    const bool isAdded = origin.title.isEmpty() && !numberBefore(origin, state, entry);
    const QString opened = isAdded ? originWords("Added later") : originWords("From the start");
    const QString from = origin.title.isEmpty() ? opened : origin.title;
    return QStringLiteral("%1: %2").arg(symbolText(entry.parameter), from) +
           (isEdited(origin, state, entry) ? originWords(", edited since") : QString());
}

QString EntryOrigins::ofEntry(const ViewState& state, const ParameterCell& entry, int decimals) {
    const QString text = nameOfEntry(entry.parameter, state.session, entry.row, entry.col);
    const Origin& origin = of(state, entry);
    const auto was = numberBefore(origin, state, entry);
    if (!was || *was == numberAt(state.session, entry)) return text;
    const QString number = decimals == kAllDigits ? QString::fromStdString(shortest(*was))
                                                  : rounded(static_cast<double>(*was), decimals);
    return text + u'\n' + originWords("Was %1 %2").arg(withMinus(number), origin.since);
}

} // namespace headlight
