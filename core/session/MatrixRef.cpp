#include "session/MatrixRef.h"

namespace headlight {

const char* symbolOf(MatrixKind kind) {
    switch (kind) {
    case MatrixKind::X: return "X";
    case MatrixKind::Wq: return "W_q";
    case MatrixKind::Wk: return "W_k";
    case MatrixKind::Wv: return "W_v";
    case MatrixKind::Wo: return "W_o";
    case MatrixKind::Bq: return "b_q";
    case MatrixKind::Bk: return "b_k";
    case MatrixKind::Bv: return "b_v";
    case MatrixKind::Bo: return "b_o";
    }
    return "";
}

bool belongsToHead(MatrixKind kind) {
    return kind != MatrixKind::X && kind != MatrixKind::Wo && kind != MatrixKind::Bo;
}

std::string nameOf(const MatrixRef& ref) {
    const std::string symbol = symbolOf(ref.kind);
    return belongsToHead(ref.kind) ? symbol + " of head " + std::to_string(ref.head + 1) : symbol;
}

} // namespace headlight
