// out = A B + bias, row by row. In every kernel each sum runs over ascending k from +0 with fma(), so a row that is
// computed again has the same bits. The + 0 at the end turns -0 into +0, so more terms 0 * 0 change nothing.

// Rows of A are those of out, or begin at `packed` (-1: they do not). Row i of out is stored as row i - outFirst.
typedef struct {
    int depth, cols, outFirst, packed, hasBias;
} Product;

int rowOfA(Product p, Rows rows, global const int* list, int i) {
    return p.packed < 0 ? rowAt(rows, list, i) : p.packed + i;
}
size_t outOf(Product p, int row, int col) { return (size_t)(row - p.outFirst) * p.cols + col; }
float withBias(float sum, Product p, global const float* bias, int col) {
    return (sum + 0.0f) + (p.hasBias ? bias[col] : 0.0f);
}

// For fewer than 16 rows, on a GPU. Most of the time numbers are waited for, so a group fetches many at once, for 64
// columns; each of its work items computes one column of every fourth row.
#define STRIP 64
#define LINES 4
#define FETCHED 96
kernel __attribute__((reqd_work_group_size(STRIP, LINES, 1)))
void productFew(global const float* a, global const float* b, global const float* bias, global float* out, Product p,
                Rows rows, global const int* list) {
    local float left[4 * LINES][FETCHED], right[FETCHED][STRIP];
    const int x = get_local_id(0), y = get_local_id(1), col = get_group_id(0) * STRIP + x;
    float sums[4] = {0, 0, 0, 0};
    for (int k0 = 0; k0 < p.depth; k0 += FETCHED) {
        const int depth = min(FETCHED, p.depth - k0);
#pragma unroll
        for (int k = 0; k < FETCHED; k += LINES)
            right[k + y][x] = k + y < depth && col < p.cols ? b[(size_t)(k0 + k + y) * p.cols + col] : 0;
        for (int i = y; i < rows.count; i += LINES)
            for (int k = x; k < depth; k += STRIP) left[i][k] = a[(size_t)rowOfA(p, rows, list, i) * p.depth + k0 + k];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int r = 0; r < 4; ++r)
            if (r * LINES + y < rows.count)
                for (int k = 0; k < depth; ++k) sums[r] = fma(left[r * LINES + y][k], right[k][x], sums[r]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < 4; ++r) {
        const int i = r * LINES + y;
        if (i < rows.count && col < p.cols) out[outOf(p, rowAt(rows, list, i), col)] = withBias(sums[r], p, bias, col);
    }
}

// For many rows, on a GPU: a group computes TILE x TILE numbers, each of its work items twice 4 rows of 4 columns.
// While it multiplies one part of A and B, it fetches its share of the next part. Numbers beyond the depth are 0.
#define TILE 64
#define ACROSS (TILE / 4)
#define DOWN (TILE / 8)
#define ITEMS (ACROSS * DOWN)
#define DEPTH 16
#define SHARE (TILE * DEPTH / ITEMS)
typedef struct {
    float left[SHARE], right[SHARE];
} Share;

void fetch(private Share* share, global const float* a, private const size_t* rows, global const float* b, Product p,
           int k0, int firstCol, int item) {
    const int k = k0 + item % DEPTH, col = firstCol + item % TILE;
#pragma unroll
    for (int i = 0; i < SHARE; ++i) {
        const int below = k0 + item / TILE + i * (ITEMS / TILE);
        share->left[i] = k < p.depth ? a[rows[i] + k] : 0;
        share->right[i] = col < p.cols && below < p.depth ? b[(size_t)below * p.cols + col] : 0;
    }
}

kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1)))
void productTiled(global const float* restrict a, global const float* restrict b, global const float* restrict bias,
                  global float* restrict out, Product p, Rows rows, global const int* restrict list) {
    local float4 left[DEPTH][TILE / 4 + 1], right[DEPTH][TILE / 4];
    const int x = get_local_id(0), y = get_local_id(1), item = y * ACROSS + x;
    const int firstCol = get_group_id(0) * TILE, firstRow = get_group_id(1) * TILE;
    size_t rowsOfA[SHARE];
    for (int i = 0; i < SHARE; ++i) {
        const int row = firstRow + item / DEPTH + i * (ITEMS / DEPTH);
        rowsOfA[i] = (size_t)rowOfA(p, rows, list, min(row, rows.count - 1)) * p.depth;
    }
    Share share;
    float4 sums[8];
    for (int i = 0; i < 8; ++i) sums[i] = 0;
    fetch(&share, a, rowsOfA, b, p, 0, firstCol, item);
    for (int k0 = 0; k0 < p.depth; k0 += DEPTH) {
        for (int i = 0; i < SHARE; ++i) {
            ((local float*)left[item % DEPTH])[item / DEPTH + i * (ITEMS / DEPTH)] = share.left[i];
            ((local float*)right[item / TILE + i * (ITEMS / TILE)])[item % TILE] = share.right[i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        fetch(&share, a, rowsOfA, b, p, k0 + DEPTH, firstCol, item);
#pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            const float4 across = right[k][x];
#pragma unroll
            for (int part = 0; part < 2; ++part) {
                const float4 down = left[k][part * DOWN + y];
                sums[part * 4 + 0] = fma((float4)(down.x), across, sums[part * 4 + 0]);
                sums[part * 4 + 1] = fma((float4)(down.y), across, sums[part * 4 + 1]);
                sums[part * 4 + 2] = fma((float4)(down.z), across, sums[part * 4 + 2]);
                sums[part * 4 + 3] = fma((float4)(down.w), across, sums[part * 4 + 3]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int col = firstCol + x * 4;
    for (int i = 0; i < 8; ++i) {
        const int place = firstRow + (i / 4 * DOWN + y) * 4 + i % 4;
        if (place >= rows.count) return;
        global float* to = out + outOf(p, rowAt(rows, list, place), col);
        if (p.cols % 4 == 0 && !p.hasBias) { // aligned, so that it is one access
            if (col < p.cols) *(global float4*)to = sums[i] + 0.0f;
            continue;
        }
        const float of[4] = {sums[i].x, sums[i].y, sums[i].z, sums[i].w};
        for (int c = 0; c < 4; ++c)
            if (col + c < p.cols) to[c] = withBias(of[c], p, bias, col + c);
    }
}

// For many rows, on a CPU: each work item computes HEIGHT rows of 16 columns, in vectors.
#define HEIGHT 8
kernel void productWide(global const float* a, global const float* b, global const float* bias, global float* out,
                        Product p, Rows rows, global const int* list) {
    const int col = get_global_id(0) * 16, first = get_global_id(1) * HEIGHT;
    if (col >= p.cols || first >= rows.count) return;
    const int height = min(HEIGHT, rows.count - first), width = min(16, p.cols - col);
    int offsets[HEIGHT]; // rows of A; the last one again for rows that are not there
    for (int r = 0; r < HEIGHT; ++r) offsets[r] = rowOfA(p, rows, list, first + min(r, height - 1));
    if (width == 16) {
        float16 sums[HEIGHT];
        for (int r = 0; r < HEIGHT; ++r) sums[r] = 0;
        for (int k = 0; k < p.depth; ++k) {
            const float16 right = vload16(0, b + (size_t)k * p.cols + col);
            for (int r = 0; r < HEIGHT; ++r) sums[r] = fma((float16)(a[(size_t)offsets[r] * p.depth + k]), right, sums[r]);
        }
        const float16 add = p.hasBias ? vload16(0, bias + col) : (float16)(0);
        for (int r = 0; r < height; ++r) vstore16((sums[r] + 0.0f) + add, 0, out + outOf(p, rowAt(rows, list, first + r), col));
        return;
    }
    for (int r = 0; r < height; ++r)
        for (int c = col; c < col + width; ++c) {
            float sum = 0;
            for (int k = 0; k < p.depth; ++k)
                sum = fma(a[(size_t)offsets[r] * p.depth + k], b[(size_t)k * p.cols + c], sum);
            out[outOf(p, rowAt(rows, list, first + r), c)] = withBias(sum, p, bias, c);
        }
}
