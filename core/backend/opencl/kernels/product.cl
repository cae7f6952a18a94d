// out = A B + bias, row by row. Every sum runs over ascending k from +0 with fma(), whichever kernel computes it, so a
// row that is computed again has the same bits. At the end + 0 makes -0 to +0.

// Rows of A are those of out, or those from `packed` (-1: no). A row of out stands at that number less outFirst.
typedef struct {
    int depth, cols, outFirst, packed, hasBias;
} Product;

int rowOfA(Product p, Rows rows, global const int* list, int i) {
    return p.packed < 0 ? rowAt(rows, list, i) : p.packed + i;
}
size_t outOf(Product p, int row, int col) { return (size_t)(row - p.outFirst) * p.cols + col; }

// A few rows: one number for each work item.
kernel void productFew(global const float* a, global const float* b, global const float* bias, global float* out,
                       Product p, Rows rows, global const int* list) {
    const int col = get_global_id(0), i = get_global_id(1);
    if (col >= p.cols || i >= rows.count) return;
    global const float* from = a + (size_t)rowOfA(p, rows, list, i) * p.depth;
    float sum = 0;
    for (int k = 0; k < p.depth; ++k) sum = fma(from[k], b[(size_t)k * p.cols + col], sum);
    out[outOf(p, rowAt(rows, list, i), col)] = sum + (p.hasBias ? bias[col] : 0.0f);
}

// Many rows on a GPU: a group of 16 x 16 work items computes TILE x TILE numbers, each of them SIDE x SIDE.
#define TILE 64
#define SIDE 4
#define DEPTH 16
kernel __attribute__((reqd_work_group_size(TILE / SIDE, TILE / SIDE, 1)))
void productTiled(global const float* a, global const float* b, global const float* bias, global float* out, Product p,
                  Rows rows, global const int* list) {
    local float left[DEPTH][TILE + 1], right[DEPTH][TILE];
    const int x = get_local_id(0), y = get_local_id(1), item = y * (TILE / SIDE) + x;
    const int firstCol = get_group_id(0) * TILE, firstRow = get_group_id(1) * TILE;
    float sums[SIDE][SIDE];
    for (int r = 0; r < SIDE; ++r)
        for (int c = 0; c < SIDE; ++c) sums[r][c] = 0;
    for (int k0 = 0; k0 < p.depth; k0 += DEPTH) {
        for (int at = item; at < TILE * DEPTH; at += (TILE / SIDE) * (TILE / SIDE)) {
            const int i = firstRow + at / DEPTH, k = k0 + at % DEPTH;
            float value = 0;
            if (i < rows.count && k < p.depth) value = a[(size_t)rowOfA(p, rows, list, i) * p.depth + k];
            left[at % DEPTH][at / DEPTH] = value;
            const int col = firstCol + at % TILE, below = k0 + at / TILE;
            right[at / TILE][at % TILE] = col < p.cols && below < p.depth ? b[(size_t)below * p.cols + col] : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < DEPTH; ++k) {
            if (k0 + k >= p.depth) break; // the same for the whole group
            for (int r = 0; r < SIDE; ++r)
                for (int c = 0; c < SIDE; ++c)
                    sums[r][c] = fma(left[k][y + r * (TILE / SIDE)], right[k][x + c * (TILE / SIDE)], sums[r][c]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < SIDE; ++r)
        for (int c = 0; c < SIDE; ++c) {
            const int i = firstRow + y + r * (TILE / SIDE), col = firstCol + x + c * (TILE / SIDE);
            if (i < rows.count && col < p.cols)
                out[outOf(p, rowAt(rows, list, i), col)] = sums[r][c] + (p.hasBias ? bias[col] : 0.0f);
        }
}

// Many rows on a CPU: each work item computes HEIGHT rows of 16 columns, in vectors.
#define HEIGHT 8
kernel void productWide(global const float* a, global const float* b, global const float* bias, global float* out,
                        Product p, Rows rows, global const int* list) {
    const int col = get_global_id(0) * 16, first = get_global_id(1) * HEIGHT;
    if (col >= p.cols || first >= rows.count) return;
    const int height = min(HEIGHT, rows.count - first), width = min(16, p.cols - col);
    int offsets[HEIGHT]; // of rows that are there; the last one again instead of others
    for (int r = 0; r < HEIGHT; ++r) offsets[r] = rowOfA(p, rows, list, first + min(r, height - 1));
    if (width == 16) {
        float16 sums[HEIGHT];
        for (int r = 0; r < HEIGHT; ++r) sums[r] = 0;
        for (int k = 0; k < p.depth; ++k) {
            const float16 right = vload16(0, b + (size_t)k * p.cols + col);
            for (int r = 0; r < HEIGHT; ++r) sums[r] = fma((float16)(a[(size_t)offsets[r] * p.depth + k]), right, sums[r]);
        }
        const float16 add = p.hasBias ? vload16(0, bias + col) : (float16)(0);
        for (int r = 0; r < height; ++r) vstore16(sums[r] + add, 0, out + outOf(p, rowAt(rows, list, first + r), col));
        return;
    }
    for (int r = 0; r < height; ++r)
        for (int c = col; c < col + width; ++c) {
            float sum = 0;
            for (int k = 0; k < p.depth; ++k)
                sum = fma(a[(size_t)offsets[r] * p.depth + k], b[(size_t)k * p.cols + c], sum);
            out[outOf(p, rowAt(rows, list, first + r), c)] = sum + (p.hasBias ? bias[c] : 0.0f);
        }
}
