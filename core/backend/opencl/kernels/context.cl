// Kernels that use the weights of a head outside of products.

// Computes rows of the context if V is not finite everywhere: weights that are masked or dropped are left out, because
// 0 times infinity or NaN is not 0. If all of V is finite, a product has computed them.
kernel void contextOfSome(Cells of, global const float* scores, global const uchar* bytes, global const uint* dropped,
                          global const ScoreRow* known, global const float* v, global const int* isFinite,
                          global float* context, int width, Rows rows, global const int* list) {
    const int col = get_global_id(0), row = rowAt(rows, list, get_global_id(1));
    if (*isFinite || col >= width) return;
    const ScoreRow ofRow = known[knownRow(&of, row)];
    float sum = 0;
    for (int key = 0; key < of.cols; ++key)
        if (isAllowed(&of, bytes, row, key) && !isDropped(&of, dropped, row, key))
            sum = fma(cellOf(&of, scoreAt(&of, scores, row, key), &ofRow), v[(size_t)key * width + col], sum);
    context[(size_t)row * width + col] = sum + 0.0f;
}

// Adds one head's part to a mean of the heads, or to a rollout step, [queries, keys]: share times its weights. The first head begins with `diagonal`, which
// is 1 minus the share of all heads, on the diagonal.
kernel void addToStep(Cells of, global const float* scores, global const uchar* bytes, global const uint* dropped,
                      global const ScoreRow* known, float share, int isFirst, float diagonal, global float* step) {
    const int key = get_global_id(0), row = of.first + get_global_id(1);
    if (key >= of.cols) return;
    if (isFirst) step[(size_t)row * of.cols + key] = row == key ? diagonal : 0.0f;
    if (share == 0 || isMasked(&of, bytes, row, key)) return; // the head is off, or the weight is 0
    const ScoreRow ofRow = known[knownRow(&of, row)];
    step[(size_t)row * of.cols + key] += share * cellAt(&of, scores, dropped, &ofRow, row, key);
}
