// Pins in a file: sessions in which null stands for a matrix that equals the session's at the same place.

#include "io/ObjectIo.h"
#include "io/sessionDraft.h"
#include "session/blocks.h"

namespace headlight {
namespace {

void take(MatrixJson& form, const FrozenMatrix& its) {
    if (form.kind != MatrixJson::Kind::Null || !its) return;
    form.kind = MatrixJson::Kind::Values;
    form.values = its;
    form.rows = its->rows();
    form.cols = its->cols();
}

} // namespace

void takeFromSession(SessionDraft& pin, const Session& session) {
    take(pin.text.embeddings, session.text.embeddings.matrix());
    if (pin.source.kept && session.source.kept) take(pin.source->embeddings, session.source.kept->embeddings.matrix());
    if (pin.positions.kept && session.positions.kept) take(pin.positions->table, session.positions.kept->table.kept);
    for (std::size_t l = 0; l < std::min(pin.layers.size(), session.layers.size()); ++l) {
        const Layer& its = session.layers[l];
        LayerDraft& layer = pin.layers[l];
        FrozenMatrix& given = layer.options.mask.given.kept;
        if (given == matrixOfSession() && its.options.mask.given.kept) given = its.options.mask.given.kept;
        forEachParameter(layer, static_cast<int>(l),
                         [&](const ParameterRef& ref, MatrixJson& form) { take(form, keptOf(its, ref)); });
    }
}

const FrozenMatrix& matrixOfSession() {
    static const FrozenMatrix one = Matrix();
    return one;
}

namespace {

/// Returns the pinned session with matrixOfSession() in place of the matrices that equal the session's.
Session withoutShared(Session state, const Session& session) {
    shareEqual(state, session);
    const auto replace = [](auto& matrix, const auto& its) {
        if (matrix && matrix == its) matrix = matrixOfSession();
    };
    changeBlocksBeside(state, session, true, replace);
    replace(state.text.embeddings, session.text.embeddings);
    if (state.source.kept && session.source.kept) replace(state.source->embeddings, session.source->embeddings);
    return state;
}

} // namespace

std::string pinsText(const Session& session) {
    std::string text = "[";
    for (const Pin& pin : *session.pins) {
        const Session state = withoutShared(pin.session, session);
        MatrixTexts matrices;
        const Writing writing{state, WrittenDrawings(state), matrices, true};
        ObjectIo io(writing, 2), inner(writing, 4);
        io.inLines();
        describe(inner, state);
        inner.unknown(state.unknown);
        inner.inLines(); // only now: in files, all that is in its members begins two blanks further to the left
        io.field("name", pin.name);
        io.add("session", matrices.whole(inner.text()));
        io.unknown(pin.unknown);
        (text += text.size() > 1 ? ", " : "") += io.text();
    }
    return text + "]";
}

} // namespace headlight
