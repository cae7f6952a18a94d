// What the kernels share: what is known of a row of scores, which keys it may attend to, and how a score becomes a
// weight. Nothing is fused unless fma() says so, or the same number could differ from kernel to kernel.
#pragma OPENCL FP_CONTRACT OFF
#ifdef HAS_DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define LANES 64 // work items that share a row

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
    float kept;      // factor of the weights that dropout leaves
    int isSum;       // normalisation "sum"
} Rule;

typedef struct {
    int hasReach, hasBytes; // 0: it allows all keys as far as that goes
    int stride;             // of the bytes, from row to row
} Mask;
bool isAllowed(Mask mask, global const int2* reach, global const uchar* bytes, int row, int key) {
    if (mask.hasReach && (key < reach[row].x || key >= reach[row].y)) return false;
    return !mask.hasBytes || bytes[(size_t)row * mask.stride + key] != 0;
}
bool isDropped(global const uint* bits, int cols, int row, int key) {
    const size_t cell = (size_t)row * cols + key;
    return bits[cell / 32] >> cell % 32 & 1;
}

// exp of how far a scaled score is below the largest one: 1 for that one, never above.
float exponential(float score, float top, Rule rule) {
    const float x = (score * rule.pre - top * rule.pre) * rule.post;
    return x == 0 ? 1.0f : fmin(exp(x), 1.0f);
}
// The same as a whole number of 2^-46. Their addition is exact and knows no order.
long termOf(float score, float top, Rule rule) {
    return convert_long_rte(exponential(score, top, rule) * 0x1p46f);
}

float weightOf(float score, global const ScoreRow* row, Rule rule) {
    if (row->kind == MASKED || row->kind == ALL_MINUS_INF) return 0;
    if (row->kind != PLAIN) return NAN;
#ifdef HAS_DOUBLES
    if (rule.isSum) return convert_float_rte((double)(score * rule.factor) / as_double(row->sum));
#endif
    return exponential(score, row->top, rule) / (convert_float_rte(row->sum) * 0x1p-46f);
}

// The stages that are computed from a score when they are read.
enum { SCORES, SCALED, MASKED_SCORES, WEIGHTS, DROPPED };
float cellOf(int stage, float score, bool allowed, bool dropped, global const ScoreRow* row, Rule rule) {
    if (stage == SCORES) return score;
    if (stage == SCALED) return score * rule.factor;
    if (stage == MASKED_SCORES) return allowed ? score * rule.factor : -INFINITY;
    if (!allowed || dropped) return 0;
    const float weight = weightOf(score, row, rule);
    return stage == WEIGHTS ? weight : weight * rule.kept;
}
