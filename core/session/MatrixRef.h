#pragma once

#include <string>

namespace headlight {

/// Which editable matrix of a session. X is addressed by token position (row i is token i's vector, shared by its
/// equals); the other rows and columns are those of the file's shapes.
enum class MatrixKind { X, Wq, Wk, Wv, Wo, Bq, Bk, Bv, Bo };

struct MatrixRef {
    MatrixKind kind = MatrixKind::X;
    int layer = 0;
    int head = 0; ///< from 0; meaningless for X, W_o, b_o
    friend bool operator==(const MatrixRef&, const MatrixRef&) = default;
};

/// "X", "W_q", "b_k", ... as in the field.
const char* symbolOf(MatrixKind);

/// True for W_q, W_k, W_v and their biases, of which every head has its own.
bool belongsToHead(MatrixKind);

/// "W_q of head 2", "X", "W_o": for labels of undo steps and messages; heads count from 1.
std::string nameOf(const MatrixRef&);

} // namespace headlight
