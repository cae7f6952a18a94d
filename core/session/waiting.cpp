#include "session/waiting.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

bool covers(const Matrix& large, const Matrix& small) {
    return large.rows() >= small.rows() && large.cols() >= small.cols();
}

void lay(const Matrix& from, Matrix& over) {
    const Index rows = std::min(from.rows(), over.rows()), cols = std::min(from.cols(), over.cols());
    over.topLeftCorner(rows, cols) = from.topLeftCorner(rows, cols);
}

} // namespace

FrozenMatrix& offSlot(Layer& layer, const ParameterRef& ref) {
    if (!belongsToHead(ref.parameter)) return layer.off[ref.parameter];
    return layer.heads[static_cast<std::size_t>(ref.head)].off[ref.parameter];
}

FrozenMatrix& onSlot(Layer& layer, const ParameterRef& ref) {
    if (!belongsToHead(ref.parameter)) return layer[ref.parameter];
    return layer.heads[static_cast<std::size_t>(ref.head)][ref.parameter];
}

void switchOver(FrozenMatrix& on, FrozenMatrix& off) {
    if (on && off) {
        Matrix whole = *off;
        lay(*on, whole);
        on = std::move(whole);
    }
    std::swap(on, off);
    if (off) on = {};
}

void keepWaiting(const Matrix& before, Matrix& now, FrozenMatrix& waiting, Cause cause,
                 const std::function<Matrix(Index rows, Index cols)>& drawn) {
    if (!waiting && (cause == Cause::Resize || covers(now, before))) return;
    Matrix whole;
    if (cause == Cause::Switch) {
        whole = waiting ? *waiting : before;
        lay(before, whole);
        lay(whole, now);
    } else {
        const auto length = [](Index waits, Index was, Index is) { return waits > was ? std::max(waits, is) : is; };
        whole = drawn(length(waiting->rows(), before.rows(), now.rows()),
                      length(waiting->cols(), before.cols(), now.cols()));
        lay(*waiting, whole);
    }
    waiting = covers(now, whole) ? FrozenMatrix() : FrozenMatrix(std::move(whole));
}

} // namespace headlight
