// Kernels on whole rows of matrices: moved, transposed, put side by side, added, normalised. Groups have a fixed size
// (some drivers compile a kernel anew for each size), so the last work items may have nothing to do.

// to[row] = from[map[row]]; a new row (map -1) is 0.
kernel void moveRows(global const float* from, global float* to, int cols, global const int* map, int mapFirst) {
    const int col = get_global_id(0), row = get_global_id(1), was = map[mapFirst + row];
    if (col >= cols) return;
    to[(size_t)row * cols + col] = was < 0 ? 0.0f : from[(size_t)was * cols + col];
}

// to [cols, rows] = the transpose of from [rows, cols].
kernel void transpose(global const float* from, global float* to, int rows, int cols) {
    const int row = get_global_id(0), col = get_global_id(1);
    if (row >= rows) return;
    to[(size_t)col * rows + row] = from[(size_t)row * cols + col];
}

// Copies the rows of a narrow matrix into those of a wide one, from column `first` on.
kernel void putBeside(global const float* from, int cols, global float* to, int allCols, int first, Rows rows,
                      global const int* list) {
    const int col = get_global_id(0), row = rowAt(rows, list, get_global_id(1));
    if (col >= cols) return;
    to[(size_t)row * allCols + first + col] = from[(size_t)row * cols + col];
}

// to = a + b; b has one row for all if stride is 0.
kernel void addRows(global const float* a, global const float* b, int stride, global float* to, int cols, Rows rows,
                    global const int* list) {
    const int col = get_global_id(0), row = rowAt(rows, list, get_global_id(1));
    if (col >= cols) return;
    const size_t at = (size_t)row * cols + col;
    to[at] = a[at] + b[(size_t)row * stride + col];
}

// Sets isFinite, which was 1, to 0 if a number is not finite.
kernel void checkFinite(global const float* values, int cols, global int* isFinite) {
    const int col = get_global_id(0);
    if (col < cols && !isfinite(values[(size_t)get_global_id(1) * cols + col])) atomic_and(isFinite, 0);
}

#ifdef HAS_DOUBLES
// to = (x - mean) / sqrt(variance + eps) * gain + bias over one row, in double and rounded once.
kernel void layerNorm(global const float* x, global const float* gain, global const float* bias, double eps,
                      global float* to, int cols, Rows rows, global const int* list) {
    if (get_global_id(0) >= rows.count) return;
    const size_t first = (size_t)rowAt(rows, list, get_global_id(0)) * cols;
    double sum = 0, squares = 0;
    for (int col = 0; col < cols; ++col) sum += (double)x[first + col];
    const double mean = sum / cols;
    for (int col = 0; col < cols; ++col) squares += ((double)x[first + col] - mean) * ((double)x[first + col] - mean);
    const double deviation = sqrt(squares / cols + eps);
    for (int col = 0; col < cols; ++col)
        to[first + col] = convert_float_rte(((double)x[first + col] - mean) / deviation * (double)gain[col] + (double)bias[col]);
}
#endif
