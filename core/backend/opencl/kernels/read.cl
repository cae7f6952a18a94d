// What the host reads of a stage: cells, pixels, extremes. A stage that is a matrix of its own is read as SCORES
// without a mask. `first`: the first row of the block, of `count` rows; the other numbers of rows are of the stage.

// Whole rows of cells, packed.
kernel void cells(global const float* scores, int cols, int first, int stage, Rule rule, Mask mask,
                  global const int2* reach, global const uchar* bytes, int hasDropout, global const uint* dropped,
                  global const ScoreRow* scoreRows, Rows rows, global const int* list, global float* out, int outFirst) {
    const int key = get_global_id(0), i = get_global_id(1), row = rowAt(rows, list, i);
    if (key >= cols) return;
    const bool isLeft = stage != DROPPED || !hasDropout || !isDropped(dropped, cols, row, key);
    out[outFirst + (size_t)i * cols + key] = cellOf(stage, scores[(size_t)(row - first) * cols + key],
                                                    isAllowed(mask, reach, bytes, row, key), !isLeft, scoreRows + row, rule);
}

// One byte for each row.
kernel void rowKinds(global const ScoreRow* scoreRows, int first, int count, global uchar* out, int outFirst) {
    const int i = get_global_id(0);
    if (i < count) out[outFirst + i] = (uchar)scoreRows[first + i].kind;
}

// What is known of the cells that a pixel stands for. The mean is summed with what rounding takes away beside it, so
// that it needs no double.
typedef struct {
    float low, high, sum, rest;
    int count, isNan;
} Pool;

void take(private Pool* pool, float x) {
    const float sum = pool->sum + x, part = sum - pool->sum;
    pool->rest += (pool->sum - (sum - part)) + (x - part);
    pool->sum = sum;
    pool->low = fmin(pool->low, x);
    pool->high = fmax(pool->high, x);
    pool->isNan |= isnan(x);
    ++pool->count;
}

enum { LARGEST_MAGNITUDE, MAXIMUM, MEAN }; // Pooling
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

// One pixel for each work item. If its rows lie in several blocks, `pools` holds what is known of those before.
kernel void tile(global const float* scores, int cols, int first, int count, int stage, Rule rule, Mask mask,
                 global const int2* reach, global const uchar* bytes, int hasDropout, global const uint* dropped,
                 global const ScoreRow* scoreRows, Area area, int pooling, int isMasked, float masked,
                 global Pool* pools, global float* out, int outFirst) {
    const int x = get_global_id(0), y = get_global_id(1), pixel = y * area.width + x;
    if (x >= area.width) return;
    const int firstRow = area.row + binBegin(y, area.height, area.rows),
              endRow = area.row + binBegin(y + 1, area.height, area.rows),
              firstCol = area.col + binBegin(x, area.width, area.cols),
              endCol = area.col + binBegin(x + 1, area.width, area.cols);
    if (endRow <= first || firstRow >= first + count) return;
    const bool isExact = area.height == area.rows && area.width == area.cols;
    Pool pool = {INFINITY, -INFINITY, 0, 0, 0, 0};
    if (firstRow < first) pool = pools[pixel];
    for (int row = max(firstRow, first); row < min(endRow, first + count); ++row)
        for (int key = firstCol; key < endCol; ++key) {
            const bool allowed = isAllowed(mask, reach, bytes, row, key);
            const bool isLeft = stage != DROPPED || !hasDropout || !isDropped(dropped, cols, row, key);
            const float value = cellOf(stage, scores[(size_t)(row - first) * cols + key], allowed, !isLeft,
                                       scoreRows + row, rule);
            if (isExact)
                out[outFirst + pixel] = value;
            else if (allowed || !isMasked)
                take(&pool, value);
        }
    if (isExact) return;
    if (endRow > first + count)
        pools[pixel] = pool;
    else
        out[outFirst + pixel] = valueOf(pool, pooling, masked);
}

typedef struct {
    float low, high;
    int row, col; // of the first cell that is not finite; -1: none
} Extent;

// The extremes of a row of which all cells are finite follow from those of its scores. OpenCL does not promise that exp()
// never decreases, so the least weight may be a rounding above the one that is.
bool isExtentKnown(int stage, int hasKnown, global const ScoreRow* row, Rule rule, private Extent* extent) {
    if (!hasKnown || stage == DROPPED) return false;
    float low, high;
    if (stage == SCORES || stage == SCALED) {
        if (!(row->state & ALL_FINITE)) return false;
        low = stage == SCORES ? row->allLow : row->allLow * rule.factor;
        high = stage == SCORES ? row->allHigh : row->allHigh * rule.factor;
    } else {
        if (row->kind == MASKED) return true; // which have no cell that counts
        if (row->kind != PLAIN || isnan(row->low)) return false;
        low = stage == WEIGHTS ? weightOf(row->bottom, row, rule) : row->low * rule.factor;
        high = stage == WEIGHTS ? weightOf(row->top, row, rule) : row->high * rule.factor;
    }
    if (!isfinite(low) || !isfinite(high)) return false;
    extent->low = fmin(low, high);
    extent->high = fmax(low, high);
    return true;
}

// Of each row.
kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void rowExtents(global const float* scores, int cols, int first, int stage, Rule rule, Mask mask,
                global const int2* reach, global const uchar* bytes, int hasDropout, global const uint* dropped,
                global const ScoreRow* scoreRows, int hasKnown, int isMasked, global Extent* extents) {
    local Extent parts[LANES];
    const int lane = get_local_id(0), row = first + get_group_id(0);
    Extent extent = {INFINITY, -INFINITY, -1, -1};
    if (isExtentKnown(stage, hasKnown, scoreRows + row, rule, &extent)) { // the same for the whole group
        if (lane == 0) extents[row] = extent;
        return;
    }
    extent.row = row;
    extent.col = cols;
    for (int key = lane; key < cols; key += LANES) {
        const bool allowed = isAllowed(mask, reach, bytes, row, key);
        if (isMasked && !allowed) continue;
        const bool isLeft = stage != DROPPED || !hasDropout || !isDropped(dropped, cols, row, key);
        const float value = cellOf(stage, scores[(size_t)(row - first) * cols + key], allowed, !isLeft, scoreRows + row, rule);
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
    if (parts[0].col == cols) parts[0].row = parts[0].col = -1;
    extents[row] = parts[0];
}

// Of all rows. Zero is +0: which of two was met first must not show.
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
