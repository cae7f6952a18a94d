// What the kernels share: what is known of a row of scores, which keys it may attend to, and how a score becomes a
// weight. Nothing is fused unless fma() says so, or the same number could differ from kernel to kernel.
#pragma OPENCL FP_CONTRACT OFF
#ifdef HAS_DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#ifndef LANES
#define LANES 64 // work items that share a row: DeviceQueue::lanes()
#endif

// Some rows: either [first, first + count), or the items [first, first + count) of a list.
typedef struct {
    int first, count, isListed;
} Rows;
int rowAt(Rows rows, global const int* list, int i) { return rows.isListed ? list[rows.first + i] : rows.first + i; }

// One row of the scores of a head, as in ScoreRows.h.
typedef struct {
    long sum;              // of the terms of its allowed keys; normalisation "sum": a double
    float top, bottom;     // the finite allowed scores that weigh most and least; 0: none
    float low, high;       // of the allowed scores; NaN: there is none, or one is not finite
    float allLow, allHigh; // of all finite scores
    int kind;              // RowKind
    int state;
} ScoreRow;
enum { PLAIN, MASKED, ALL_MINUS_INF, SCORE_NOT_FINITE, SUM_ZERO, SUM_NOT_FINITE, SUM_TOO_SMALL }; // RowKind
enum { ALL_FINITE = 1, STALE = 2 };                                                               // ScoreRow::state

typedef struct {
    float factor;    // scaled = score * factor
    float pre, post; // the exponent of a weight is (score * pre - top * pre) * post: ExpScale in kernels.h
    int isSum;       // normalisation "sum"
} Rule;

typedef struct {
    int ahead, behind;    // a query may attend to keys that are less than this ahead of it, and behind it
    int hasBytes, stride; // and, of a byte for each key, to those where it is not 0; from query to query
} Mask;

// How the cells of a stage follow from scores, or (isWeight: 0) from a matrix. Kernels that take it also take the scores
// of a block of rows, the mask's bytes, dropout's bits, and a ScoreRow for each row. It is passed on by address: some
// compilers for CPUs copy a structure for each work item.
typedef struct {
    Rule rule;
    Mask mask;
    int cols, first, count; // of the stage; the block has the rows [first, first + count)
    int isWeight;
    float scale; // of a score; of a weight, what those that dropout leaves grow by
    int isMasked, hasDropout;
    int hasKnown; // extremes follow from the ScoreRows
    float masked; // what stands for masked cells, which do not count
} Cells;
bool isAllowed(const Cells* of, global const uchar* bytes, int row, int key) {
    return key - row < of->mask.ahead && row - key < of->mask.behind &&
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

// exp of how far a scaled score is below the largest one: 1 for that one, never above.
float exponential(float score, float top, const Rule* rule) {
    const float x = (score * rule->pre - top * rule->pre) * rule->post;
    return x == 0 ? 1.0f : fmin(exp(x), 1.0f);
}
// The same as a whole number of 2^-46. Their addition is exact and knows no order.
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

// A matrix has no ScoreRows, and needs none.
int knownRow(const Cells* of, int row) { return of->isWeight ? row : 0; }

// A cell that is neither masked nor dropped.
float cellOf(const Cells* of, float score, const ScoreRow* row) {
    return (of->isWeight ? weightOf(score, row, &of->rule) : score) * of->scale;
}
float cellAt(const Cells* of, global const float* scores, global const uint* dropped, const ScoreRow* ofRow, int row,
             int key) {
    return isDropped(of, dropped, row, key) ? 0 : cellOf(of, scoreAt(of, scores, row, key), ofRow);
}
