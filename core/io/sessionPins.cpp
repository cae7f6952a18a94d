// Pins in a file: sessions in which null stands for a matrix that equals the session's at the same place.

#include "base/numberText.h"
#include "io/sessionDraft.h"
#include "io/sessionWriting.h"
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
    if (pin.source && session.source.kept) take(pin.source->embeddings, session.source.kept->embeddings.matrix());
    if (pin.positions && session.positions.kept) take(pin.positions->table, session.positions.kept->table.kept);
    for (std::size_t l = 0; l < std::min(pin.layers.size(), session.layers.size()); ++l) {
        const Layer& its = session.layers[l];
        LayerDraft& layer = pin.layers[l];
        if (layer.nullMask && its.options.mask.given.kept) {
            layer.options.mask.given.kept = its.options.mask.given.kept;
            layer.options.mask.given.isOn = *layer.nullMask;
        }
        forEachParameter(layer, static_cast<int>(l),
                         [&](const ParameterRef& ref, MatrixJson& form) { take(form, keptOf(its, ref)); });
    }
}

const FrozenMatrix& matrixOfSession() {
    static const FrozenMatrix one = Matrix();
    return one;
}

std::string pinsText(const Session& session, std::size_t indent) {
    std::string text = "[";
    for (const Pin& pin : *session.pins) {
        Session state = pin.session;
        shareEqual(state, session);
        changeBlocksBeside(state, session, true, [](FrozenMatrix& matrix, const FrozenMatrix& its) {
            if (matrix && matrix == its) matrix = matrixOfSession();
        });
        MatrixTexts matrices;
        Members members{member("name", jsonText(pin.name))};
        Members inner{member("seed", std::to_string(state.seed))};
        addSession(inner, {state, WrittenDrawings(state), matrices, &session}, indent + 2);
        addUnknown(inner, state.unknown);
        members.push_back(member("session", matrices.whole(inLines(inner, indent + 2))));
        addUnknown(members, pin.unknown);
        (text += text.size() > 1 ? ", " : "") += inLines(members, indent);
    }
    return text + "]";
}

} // namespace headlight
