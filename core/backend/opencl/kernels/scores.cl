// Summaries of the rows of the scores of a head. Scores are in blocks of rows: `first` is the first row of the block.

// Copies scores into `to` [.., toCols] from where their rows and columns were, if the row was in this block (fromFirst,
// fromCount). A work item moves four numbers, because it waits long for each.
kernel void moveScores(global const float* from, int fromFirst, int fromCount, int fromCols, global float* to,
                       int toFirst, int toCols, global const int* rowMap, int rowsFirst, global const int* colMap,
                       int colsFirst) {
    const int step = get_local_size(0), col = get_group_id(0) * 4 * step + get_local_id(0), row = get_global_id(1);
    const int wasRow = rowMap[rowsFirst + toFirst + row] - fromFirst;
    if (wasRow < 0 || wasRow >= fromCount) return;
    float numbers[4];
    int was[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) was[i] = col + i * step < toCols ? colMap[colsFirst + col + i * step] : -1;
#pragma unroll
    for (int i = 0; i < 4; ++i) numbers[i] = from[(size_t)wasRow * fromCols + max(was[i], 0)];
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if (was[i] >= 0) to[(size_t)row * toCols + col + i * step] = numbers[i];
}

kernel void moveScoreRows(global const ScoreRow* from, global ScoreRow* to, int count, global const int* map,
                          int mapFirst) {
    const int row = get_global_id(0);
    if (row >= count) return;
    const int was = map[mapFirst + row];
    if (was < 0)
        to[row].state = STALE;
    else
        to[row] = from[was];
}

kernel void markStale(global ScoreRow* scoreRows, Rows rows, global const int* list) {
    if (get_global_id(0) < rows.count) scoreRows[rowAt(rows, list, get_global_id(0))].state |= STALE;
}

// Adds a score's term to the row (sign 1), or subtracts it (-1). Marks the row as stale if extremes may have moved.
void exchange(global ScoreRow* row, float score, bool allowed, const Rule* rule, int sign) {
    const float low = allowed ? row->low : row->allLow, high = allowed ? row->high : row->allHigh;
    if (!(allowed || row->state & ALL_FINITE) || !(low < score && score < high))
        row->state |= STALE;
    else if (allowed)
        row->sum += sign * termOf(score, row->top, rule);
}

// Subtracts the terms of keys whose columns go.
kernel void removeKeys(Cells of, global const float* scores, global const uchar* bytes, global const uint* dropped,
                       global ScoreRow* known, global const int* keys, int keysFirst, int keyCount) {
    const int row = of.first + get_global_id(0);
    if (row >= of.first + of.count) return;
    for (int i = 0; i < keyCount; ++i) {
        const int key = keys[keysFirst + i];
        exchange(known + row, scoreAt(&of, scores, row, key), isAllowed(&of, bytes, row, key), &of.rule, -1);
    }
}

// Corrects rows that are summarised without the first key: a row of NaN weights has NaN, and a row whose other weights
// are all 0 has no weights.
kernel void restRows(global const ScoreRow* all, global ScoreRow* rest, int count, Rule rule) {
    const int i = get_global_id(0);
    if (i >= count) return;
    const ScoreRow row = all[i], left = rest[i];
    const bool isZero = left.kind == PLAIN ? !rule.isSum && weightOf(left.top, &row, &rule) == 0 : left.kind == SUM_ZERO;
    if (row.kind >= SCORE_NOT_FINITE)
        rest[i].kind = row.kind;
    else if (isZero)
        rest[i].kind = MASKED;
}

// Computes the columns of these keys again; a new key is listed as -1 - key. isAll: every row is summarised anyway.
kernel void replaceKeys(Cells of, global float* scores, global const uchar* bytes, global const uint* dropped,
                        global ScoreRow* known, global const float* q, global const float* k, int depth,
                        global const int* keys, int keysFirst, int keyCount, int isAll) {
    const int row = of.first + get_global_id(0);
    if (row >= of.first + of.count) return;
    for (int i = 0; i < keyCount; ++i) {
        const int listed = keys[keysFirst + i], key = listed < 0 ? -1 - listed : listed;
        float sum = 0;
        for (int d = 0; d < depth; ++d) sum = fma(q[(size_t)row * depth + d], k[(size_t)key * depth + d], sum);
        sum += 0.0f;
        if (!isAll) {
            const bool allowed = isAllowed(&of, bytes, row, key);
            if (listed >= 0) exchange(known + row, scoreAt(&of, scores, row, key), allowed, &of.rule, -1);
            exchange(known + row, sum, allowed, &of.rule, 1);
        }
        scores[(size_t)(row - of.first) * of.cols + key] = sum;
    }
}

// The extremes of a row, and flags of what was met. ANY: an allowed score; BROKEN: an allowed one that is NaN or +inf
// when scaled; ODD: an allowed one that is not finite; ALL_ODD: one that is not finite, even if masked.
typedef struct {
    float low, high, allLow, allHigh;
    int met;
} Range;
enum { ANY = 1, BROKEN = 2, ODD = 4, ALL_ODD = 8 };

void takeScore(private Range* range, float score, bool allowed, const Rule* rule) {
    const bool finite = isfinite(score);
    if (finite) {
        range->allLow = fmin(range->allLow, score);
        range->allHigh = fmax(range->allHigh, score);
    } else {
        range->met |= ALL_ODD;
    }
    if (!allowed) return;
    range->met |= ANY;
    if (finite) {
        range->low = fmin(range->low, score);
        range->high = fmax(range->high, score);
    } else {
        const float scaled = score * rule->factor;
        range->met |= ODD | (isnan(scaled) || scaled == INFINITY ? BROKEN : 0);
    }
}

// Fetches a work item's next scores of a row, all at the same time.
#define AT_ONCE 4
void fetchScores(private float* score, global const float* row, int first, int cols) {
#pragma unroll
    for (int i = 0; i < AT_ONCE; ++i) score[i] = row[min(first + i * LANES, cols - 1)];
}

#ifdef HAS_DOUBLES
int kindOfSum(double sum, const ScoreRow* row, const Rule* rule) {
    if (!isfinite(sum)) return SUM_NOT_FINITE;
    if (sum == 0) return SUM_ZERO;
    const float most = convert_float_rte((double)(row->top * rule->factor) / sum),
                least = convert_float_rte((double)(row->bottom * rule->factor) / sum);
    return isfinite(most) && isfinite(least) ? PLAIN : SUM_TOO_SMALL;
}
#endif

// Summarises each row of the block, or (not isAll) each stale row, from its scores alone.
kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void summarise(Cells of, global const float* scores, global const uchar* bytes, global const uint* dropped,
               global ScoreRow* known, int isAll) {
    local Range ranges[LANES];
    local long sums[LANES];
    local int mustDo;
    const int lane = get_local_id(0), number = of.first + get_group_id(0);
    const Rule* rule = &of.rule;
    if (lane == 0) mustDo = isAll || known[number].state & STALE;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!mustDo) return; // the whole group
    Range range = {INFINITY, -INFINITY, INFINITY, -INFINITY, 0};
    global const float* ofThis = scores + (size_t)(number - of.first) * of.cols;
    for (int first = lane; first < of.cols; first += AT_ONCE * LANES) {
        float score[AT_ONCE];
        fetchScores(score, ofThis, first, of.cols);
#pragma unroll
        for (int i = 0; i < AT_ONCE; ++i)
            if (first + i * LANES < of.cols)
                takeScore(&range, score[i], isAllowed(&of, bytes, number, first + i * LANES), rule);
    }
    ranges[lane] = range;
    for (int step = LANES / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step) continue;
        ranges[lane].low = fmin(ranges[lane].low, ranges[lane + step].low);
        ranges[lane].high = fmax(ranges[lane].high, ranges[lane + step].high);
        ranges[lane].allLow = fmin(ranges[lane].allLow, ranges[lane + step].allLow);
        ranges[lane].allHigh = fmax(ranges[lane].allHigh, ranges[lane + step].allHigh);
        ranges[lane].met |= ranges[lane + step].met;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    range = ranges[0];
    const bool isKnown = range.met & ANY && !(range.met & ODD), isNegated = rule->factor < 0;
    ScoreRow row = {0, 0, 0, NAN, NAN, range.allLow, range.allHigh, PLAIN, range.met & ALL_ODD ? 0 : ALL_FINITE};
    if (isKnown) {
        row.low = range.low;
        row.high = range.high;
    }
    if (!(range.met & ANY))
        row.kind = MASKED;
    else if (rule->isSum)
        row.kind = range.met & ODD ? SUM_NOT_FINITE : PLAIN;
    else if (range.met & ODD)
        row.kind = range.met & BROKEN ? SCORE_NOT_FINITE : range.low > range.high ? ALL_MINUS_INF : PLAIN;
    if (row.kind == PLAIN) {
        row.top = isNegated ? range.low : range.high;
        row.bottom = isNegated ? range.high : range.low;
        long sum = 0;
#ifdef HAS_DOUBLES
        double scaled = 0;
#endif
        for (int first = lane; first < of.cols; first += AT_ONCE * LANES) {
            float score[AT_ONCE];
            fetchScores(score, ofThis, first, of.cols);
#pragma unroll
            for (int i = 0; i < AT_ONCE; ++i) {
                const int key = first + i * LANES;
                if (key >= of.cols || !isAllowed(&of, bytes, number, key)) continue;
                if (!rule->isSum) sum += termOf(score[i], row.top, rule);
#ifdef HAS_DOUBLES
                else scaled += (double)(score[i] * rule->factor);
#endif
            }
        }
#ifdef HAS_DOUBLES
        sums[lane] = rule->isSum ? as_long(scaled) : sum;
#else
        sums[lane] = sum;
#endif
    }
    for (int step = LANES / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane >= step || row.kind != PLAIN) continue;
#ifdef HAS_DOUBLES
        if (rule->isSum) {
            sums[lane] = as_long(as_double(sums[lane]) + as_double(sums[lane + step]));
            continue;
        }
#endif
        sums[lane] += sums[lane + step];
    }
    if (lane > 0) return;
    if (row.kind == PLAIN) row.sum = sums[0];
#ifdef HAS_DOUBLES
    if (row.kind == PLAIN && rule->isSum) row.kind = kindOfSum(as_double(row.sum), &row, rule);
    if (row.kind == SUM_NOT_FINITE) row.sum = 0, row.top = row.bottom = 0;
#endif
    known[number] = row;
}
