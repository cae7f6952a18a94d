#include "io/MatrixInit.h"

#include <utility>

namespace headlight {
namespace {

FrozenMatrix valuesOf(MatrixJson& form) {
    return form.kind == MatrixJson::Kind::Values ? FrozenMatrix(std::move(form.values)) : FrozenMatrix();
}

} // namespace

bool MatrixInit::affords(Index rows, Index cols) {
    // Sides are at most 10^6 by 8,192, so the product cannot overflow.
    if (rows * cols > left_) {
        left_ = 0;
        problem_ = {"The session asks for more than " + std::to_string(kMaxDrawn) +
                    " random numbers. Use smaller shapes, or give the values themselves."};
        return false;
    }
    left_ -= rows * cols;
    return true;
}

Matrix MatrixInit::drawn(const MatrixJson& form, Index rows, Index cols, Index fanIn) {
    std::optional<TorchGenerator> own;
    if (form.seed) own.emplace(*form.seed);
    TorchGenerator& generator = own ? *own : generator_;
    if (form.skip > 0) generator.rand(1, form.skip);
    return draw(generator, form.init, rows, cols, fanIn);
}

FrozenMatrix MatrixInit::table(MatrixJson& form, Index rows, Index cols) {
    if (form.hasShape) rows = form.rows, cols = form.cols;
    if (form.kind != MatrixJson::Kind::Drawn || !affords(rows, cols)) return valuesOf(form);
    return drawn(form, rows, cols, cols);
}

FrozenMatrix MatrixInit::parameter(MatrixJson& form, Index in, Index out, Index fanIn) {
    if (form.hasShape) in = form.rows, out = form.cols;
    if (form.kind != MatrixJson::Kind::Drawn || !affords(in, out)) return valuesOf(form);
    return Matrix(drawn(form, out, in, fanIn).transpose());
}

} // namespace headlight
