// Kernels for what the host reads of a stage: cells, pixels, extremes.

// Writes the cells of whole rows, or of some columns of them, side by side. The first two loops are most of the work,
// so they are simple enough for a compiler to make vectors of them.
kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void cells(Cells of, global const float* scores, global const uchar* bytes, global const uint* dropped,
           global const ScoreRow* known, Rows rows, global const int* list, int firstCol, int cols, global float* out,
           int outFirst) {
    const int lane = get_local_id(0), i = get_group_id(0), row = rowAt(rows, list, i);
    global const float* restrict from = scores + (size_t)(row - of.first) * of.cols + firstCol;
    global float* restrict to = out + outFirst + (size_t)i * cols;
    const ScoreRow ofRow = known[knownRow(&of, row)];
    const Rule rule = of.rule;
    const float scale = of.scale;
    if (!of.isWeight)
        for (int col = lane; col < cols; col += LANES) to[col] = from[col] * scale;
    else if (ofRow.kind == PLAIN && !rule.isSum)
        for (int col = lane; col < cols; col += LANES) to[col] = plainWeight(from[col], &ofRow, &rule) * scale;
    else
        for (int col = lane; col < cols; col += LANES) to[col] = cellOf(&of, from[col], &ofRow);
    if (!of.isMasked && !of.hasDropout) return;
    for (int col = lane; col < cols; col += LANES) {
        if (isDropped(&of, dropped, row, firstCol + col)) to[col] = 0;
        if (isMasked(&of, bytes, row, firstCol + col)) to[col] = of.masked;
    }
}

// Writes the kind of each row, one byte each.
kernel void rowKinds(global const ScoreRow* scoreRows, int first, int count, global uchar* out, int outFirst) {
    const int i = get_global_id(0);
    if (i < count) out[outFirst + i] = (uchar)scoreRows[first + i].kind;
}

enum { LARGEST_MAGNITUDE, MAXIMUM, MEAN }; // Pooling

// A summary of the cells that a pixel stands for. For the mean, `sum` is the sum of the cells, and `rest` that of what
// rounding takes away, so that no double is needed.
typedef struct {
    float low, high, sum, rest;
    int count, isNan;
} Pool;

void addTo(private Pool* pool, float x) {
    const float sum = pool->sum + x, part = sum - pool->sum;
    pool->rest += (pool->sum - (sum - part)) + (x - part);
    pool->sum = sum;
}
void take(private Pool* pool, float x, int pooling) {
    if (pooling == MEAN) addTo(pool, x);
    pool->low = fmin(pool->low, x);
    pool->high = fmax(pool->high, x);
    pool->isNan |= isnan(x);
    ++pool->count;
}
void add(private Pool* pool, local const Pool* other, int pooling) {
    if (pooling == MEAN) {
        addTo(pool, other->sum);
        pool->rest += other->rest;
    }
    pool->low = fmin(pool->low, other->low);
    pool->high = fmax(pool->high, other->high);
    pool->isNan |= other->isNan;
    pool->count += other->count;
}

float valueOf(Pool pool, int pooling, float masked) {
    if (pool.count == 0) return masked;
    if (pool.isNan) return NAN;
    if (pooling == MEAN) return (isfinite(pool.rest) ? pool.sum + pool.rest : pool.sum) / pool.count;
    return (pooling == LARGEST_MAGNITUDE && -pool.low > pool.high ? pool.low : pool.high) + 0.0f; // -0 becomes +0
}

typedef struct {
    int row, col, rows, cols, height, width; // Area
} Area;
int binBegin(int bin, int bins, int length) { return (int)((long)bin * length / bins); }

// Each group makes `pixels` pixels of a row of the tile: its work items share the columns, each pools its own, and then
// the columns of a pixel are combined. If its rows lie in several blocks, `pools` has the pools of the blocks before.
#define POOLED 256 // columns that are pooled at once; a pixel with more columns takes several turns
kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void tile(Cells of, global const float* scores, global const uchar* bytes, global const uint* dropped,
          global const ScoreRow* known, Area area, int pixels, int pooling, global Pool* pools, global float* out,
          int outFirst) {
    local Pool pooled[POOLED];
    const int lane = get_local_id(0), y = get_group_id(1), end = of.first + of.count;
    const int firstRow = area.row + binBegin(y, area.height, area.rows),
              endRow = area.row + binBegin(y + 1, area.height, area.rows);
    if (endRow <= of.first || firstRow >= end) return; // the whole group
    const int firstPixel = get_group_id(0) * pixels, endPixel = min(firstPixel + pixels, area.width);
    const int firstCol = area.col + binBegin(firstPixel, area.width, area.cols),
              endCol = area.col + binBegin(endPixel, area.width, area.cols);
    Pool mine[POOLED / LANES];
    for (int i = 0; i < POOLED / LANES; ++i) mine[i] = (Pool){INFINITY, -INFINITY, 0, 0, 0, 0};
    const bool areAll = !of.isMasked && !of.hasDropout;
    ScoreRow ofRow = known[0];
    for (int row = max(firstRow, of.first); row < min(endRow, end); ++row) {
        if (of.isWeight) ofRow = known[row];
        const bool isPlain = of.isWeight && ofRow.kind == PLAIN && !of.rule.isSum;
        for (int turn = firstCol; turn < endCol; turn += POOLED) {
            float score[POOLED / LANES]; // all are fetched at the same time
#pragma unroll 4
            for (int i = 0; i < POOLED / LANES; ++i)
                score[i] = scoreAt(&of, scores, row, min(turn + i * LANES + lane, endCol - 1));
#pragma unroll 4
            for (int i = 0; i < POOLED / LANES; ++i) {
                const int key = turn + i * LANES + lane;
                if (key >= endCol) continue;
                if (areAll && isPlain) // most of the work, so it is kept short
                    take(mine + i, plainWeight(score[i], &ofRow, &of.rule) * of.scale, pooling);
                else if (areAll && !of.isWeight)
                    take(mine + i, score[i] * of.scale, pooling);
                else if (!isMasked(&of, bytes, row, key))
                    take(mine + i, cellAt(&of, scores, dropped, &ofRow, row, key), pooling);
            }
        }
    }
    for (int i = 0; i < POOLED / LANES; ++i) pooled[i * LANES + lane] = mine[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int x = firstPixel + lane; x < endPixel; x += LANES) {
        const int pixel = y * area.width + x;
        Pool pool = {INFINITY, -INFINITY, 0, 0, 0, 0};
        if (firstRow < of.first) pool = pools[pixel];
        const int first = area.col + binBegin(x, area.width, area.cols) - firstCol,
                  last = area.col + binBegin(x + 1, area.width, area.cols) - firstCol;
        for (int col = first; col < min(last, POOLED); ++col) add(&pool, pooled + col, pooling);
        if (endRow > end)
            pools[pixel] = pool;
        else
            out[outFirst + pixel] = valueOf(pool, pooling, of.masked);
    }
}

typedef struct {
    float low, high;
    int row, col; // the first cell that is not finite; -1: none
} Extent;

// Finds the extremes of a row with only finite cells from its ScoreRow; else returns false. OpenCL does not promise
// that exp() never decreases, so the smallest weight may be too large by a rounding error.
bool isExtentKnown(const Cells* of, global const ScoreRow* known, Extent* extent) {
    if (!of->hasKnown) return false;
    const ScoreRow row = *known;
    const bool areAll = !of->isWeight && !of->isMasked;
    if (!areAll && row.kind == MASKED) return true; // the row has no cell that counts
    if (areAll ? !(row.state & ALL_FINITE) : row.kind != PLAIN || isnan(row.low)) return false;
    const float low = cellOf(of, of->isWeight ? row.bottom : areAll ? row.allLow : row.low, &row),
                high = cellOf(of, of->isWeight ? row.top : areAll ? row.allHigh : row.high, &row);
    if (!isfinite(low) || !isfinite(high)) return false;
    extent->low = fmin(low, high);
    extent->high = fmax(low, high);
    return true;
}

// Writes the extent of each row.
kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void rowExtents(Cells of, global const float* scores, global const uchar* bytes, global const uint* dropped,
                global const ScoreRow* known, global Extent* extents) {
    local Extent parts[LANES];
    const int lane = get_local_id(0), row = of.first + get_group_id(0);
    Extent extent = {INFINITY, -INFINITY, -1, -1};
    if (isExtentKnown(&of, known + row, &extent)) { // the same for the whole group
        if (lane == 0) extents[row] = extent;
        return;
    }
    extent.row = row;
    extent.col = of.cols;
    const ScoreRow ofRow = known[knownRow(&of, row)];
    for (int key = lane; key < of.cols; key += LANES) {
        if (isMasked(&of, bytes, row, key)) continue;
        const float value = cellAt(&of, scores, dropped, &ofRow, row, key);
        if (isfinite(value)) {
            extent.low = fmin(extent.low, value);
            extent.high = fmax(extent.high, value);
        } else {
            extent.col = min(extent.col, key);
        }
    }
    parts[lane] = extent;
    for (int step = LANES / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) continue;
        parts[lane].low = fmin(parts[lane].low, parts[lane + step].low);
        parts[lane].high = fmax(parts[lane].high, parts[lane + step].high);
        parts[lane].col = min(parts[lane].col, parts[lane + step].col);
    }
    if (lane > 0) return;
    if (parts[0].col == of.cols) parts[0].row = parts[0].col = -1;
    extents[row] = parts[0];
}

// Writes the extent of all rows. Zero is +0, since the order of two zeros must not show.
kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void extentOfRows(global const Extent* extents, int rows, global Extent* out, int outFirst) {
    local Extent parts[LANES];
    const int lane = get_local_id(0);
    Extent extent = {INFINITY, -INFINITY, -1, -1};
    for (int row = lane; row < rows; row += LANES) {
        extent.low = fmin(extent.low, extents[row].low);
        extent.high = fmax(extent.high, extents[row].high);
        if (extent.row < 0) extent.row = extents[row].row, extent.col = extents[row].col;
    }
    parts[lane] = extent;
    for (int step = LANES / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) continue;
        const Extent other = parts[lane + step];
        parts[lane].low = fmin(parts[lane].low, other.low);
        parts[lane].high = fmax(parts[lane].high, other.high);
        if (other.row >= 0 && (parts[lane].row < 0 || other.row < parts[lane].row))
            parts[lane].row = other.row, parts[lane].col = other.col;
    }
    if (lane > 0) return;
    extent = parts[0];
    if (extent.low > extent.high) {
        extent.low = 1;
        extent.high = 0;
    }
    extent.low += 0.0f;
    extent.high += 0.0f;
    out[outFirst] = extent;
}
