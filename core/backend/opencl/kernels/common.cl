// The code that all kernels share: the summary of a row of scores, the keys that it may attend to, and the weight of a
// score. Only fma() is fused, since otherwise the same number could differ from kernel to kernel.
#pragma OPENCL FP_CONTRACT OFF
#ifdef HAS_DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#ifndef LANES
#define LANES 64 // work items that share a row: kLanes in DeviceQueue.h, or 1
#endif

// Some rows: either [first, first + count), or the items [first, first + count) of a list.
typedef struct {
    int first, count, isListed;
} Rows;
int rowAt(Rows rows, global const int* list, int i) { return rows.isListed ? list[rows.first + i] : rows.first + i; }

// The summary of one row of the scores of a head: device::ScoreRow in arguments.h.
typedef struct {
    long sum;              // the sum of the terms of the allowed keys; with normalisation "sum": a double
    float top, bottom;     // the finite allowed scores whose scaled scores are largest and smallest; 0: none
    float low, high;       // extremes of the allowed scores; NaN: there is none, or one is not finite
    float allLow, allHigh; // extremes of all finite scores
    int kind;              // RowKind
    int state;
} ScoreRow;
enum { PLAIN, MASKED, ALL_MINUS_INF, REST_ZERO, SCORE_NOT_FINITE, SUM_ZERO, SUM_NOT_FINITE, SUM_TOO_SMALL }; // RowKind
enum { ALL_FINITE = 1, STALE = 2 };                                                               // ScoreRow::state

typedef struct {
    float factor;    // scaled = score * factor
    float pre, post; // the exponent of a weight is (score * pre - top * pre) * post: ExpScale in kernels.h
    int isSum;       // normalisation "sum"
} Rule;

typedef struct {
    int ahead, behind;    // a query may attend to keys that are less than `ahead` ahead of it, or `behind` behind it
    int hasBytes, stride; // and, if there are bytes, only to those whose byte is not 0; distance from query to query
    int first;            // and not to keys before this one
} Mask;

// The way from scores to the cells of a stage, or (isWeight 0) from a matrix. Kernels that take it also take the scores
// of a block of rows, the mask's bytes, dropout's bits, and a ScoreRow for each row. It is passed on by address,
// because some compilers for CPUs copy a structure for each work item.
typedef struct {
    Rule rule;
    Mask mask;
    int cols, first, count; // columns of the stage; the block has the rows [first, first + count)
    int isWeight;
    float scale; // the factor of a score, or of a weight that dropout leaves
    int isMasked, hasDropout;
    int hasKnown; // extremes follow from the ScoreRows
    float masked; // the value of masked cells, which do not count
} Cells;
bool isAllowed(const Cells* of, global const uchar* bytes, int row, int key) {
    return key >= of->mask.first && key - row < of->mask.ahead && row - key < of->mask.behind &&
           (!of->mask.hasBytes || bytes[(size_t)row * of->mask.stride + key] != 0);
}
bool isMasked(const Cells* of, global const uchar* bytes, int row, int key) {
    return of->isMasked && !isAllowed(of, bytes, row, key);
}
bool isDropped(const Cells* of, global const uint* dropped, int row, int key) {
    const size_t cell = (size_t)row * of->cols + key;
    return of->hasDropout && dropped[cell / 32] >> cell % 32 & 1;
}
float scoreAt(const Cells* of, global const float* scores, int row, int key) {
    return scores[(size_t)(row - of->first) * of->cols + key];
}

// Returns exp(x - largest x), where x is the scaled score: 1 for the largest one, never more.
float exponential(float score, float top, const Rule* rule) {
    const float x = (score * rule->pre - top * rule->pre) * rule->post;
    return x == 0 ? 1.0f : fmin(exp(x), 1.0f);
}
// Returns exponential() as a whole number of units of 2^-46. Such numbers are added exactly and in any order.
long termOf(float score, float top, const Rule* rule) {
    return convert_long_rte(exponential(score, top, rule) * 0x1p46f);
}

float plainWeight(float score, const ScoreRow* row, const Rule* rule) {
    return exponential(score, row->top, rule) / (convert_float_rte(row->sum) * 0x1p-46f);
}
float weightOf(float score, const ScoreRow* row, const Rule* rule) {
    if (row->kind == MASKED || row->kind == ALL_MINUS_INF) return 0;
    if (row->kind != PLAIN) return NAN;
#ifdef HAS_DOUBLES
    if (rule->isSum) return convert_float_rte((double)(score * rule->factor) / as_double(row->sum));
#endif
    return plainWeight(score, row, rule);
}

// Returns the row whose ScoreRow a kernel loads; 0 if it needs none. A matrix has none.
int knownRow(const Cells* of, int row) { return of->isWeight ? row : 0; }

// Returns a cell that is neither masked nor dropped.
float cellOf(const Cells* of, float score, const ScoreRow* row) {
    return (of->isWeight ? weightOf(score, row, &of->rule) : score) * of->scale;
}
float cellAt(const Cells* of, global const float* scores, global const uint* dropped, const ScoreRow* ofRow, int row,
             int key) {
    return isDropped(of, dropped, row, key) ? 0 : cellOf(of, scoreAt(of, scores, row, key), ofRow);
}
