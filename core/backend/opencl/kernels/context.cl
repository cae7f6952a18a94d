// What is made of the weights of a head beside a product.

// The context of rows where V holds something that is not finite: a weight that is masked or dropped is left out, for
// 0 times it would not be 0. Where all of V is finite, a product has done it.
kernel void contextOfSome(global const float* scores, int cols, int first, Rule rule, Mask mask,
                          global const int2* reach, global const uchar* bytes, int hasDropout,
                          global const uint* dropped, global const ScoreRow* scoreRows, global const float* v,
                          global const int* isFinite, global float* context, int width, Rows rows, global const int* list) {
    const int col = get_global_id(0), row = rowAt(rows, list, get_global_id(1));
    if (*isFinite || col >= width) return;
    float sum = 0;
    for (int key = 0; key < cols; ++key) {
        const bool isOut = hasDropout && isDropped(dropped, cols, row, key);
        if (isOut || !isAllowed(mask, reach, bytes, row, key)) continue;
        const float weight = cellOf(hasDropout ? DROPPED : WEIGHTS, scores[(size_t)(row - first) * cols + key], true,
                                    false, scoreRows + row, rule);
        sum = fma(weight, v[(size_t)key * width + col], sum);
    }
    context[(size_t)row * width + col] = sum + 0.0f;
}

// One head's part of a rollout step [n, n]: share of its weights; the first head begins with what is left of 1 on the
// diagonal.
kernel void addToStep(global const float* scores, int cols, int first, Rule rule, Mask mask, global const int2* reach,
                      global const uchar* bytes, global const ScoreRow* scoreRows, float share, int isFirst,
                      float diagonal, global float* step) {
    const int key = get_global_id(0), row = first + get_global_id(1);
    if (key >= cols) return;
    const float weight = cellOf(WEIGHTS, scores[(size_t)(row - first) * cols + key],
                                isAllowed(mask, reach, bytes, row, key), false, scoreRows + row, rule);
    global float* to = step + (size_t)row * cols + key;
    *to = (isFirst ? (row == key ? diagonal : 0.0f) : *to) + share * weight;
}
