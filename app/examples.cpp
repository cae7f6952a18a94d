#include "examples.h"

#include <QCoreApplication>

#include <array>

namespace headlight {
namespace {

constexpr const char* kSteps = QT_TRANSLATE_NOOP("Examples", "First steps");
constexpr const char* kClasses = QT_TRANSLATE_NOOP("Examples", "The notebooks' classes");
constexpr const char* kOptions = QT_TRANSLATE_NOOP("Examples", "What one option does");
constexpr const char* kLayers = QT_TRANSLATE_NOOP("Examples", "Several layers");

// A course: from the simplest arithmetic to several heads, then what a model adds to them, one thing at a time.
constexpr std::array kExamples{
    Example{":/examples/journey.headlight", kSteps, QT_TRANSLATE_NOOP("Examples", "Your journey starts with one step"),
            QT_TRANSLATE_NOOP("Examples", "Nothing is trained: every word is compared with every other, and the most "
                                          "alike weigh most.")},
    Example{":/examples/six-tokens.headlight", kSteps,
            QT_TRANSLATE_NOOP("Examples", "Six tokens, no trainable weights"),
            QT_TRANSLATE_NOOP("Examples", "A score is the product of two rows of X: click one and read the sum on the "
                                          "right.")},
    Example{":/examples/shoes.headlight", kSteps, QT_TRANSLATE_NOOP("Examples", "My shoes are small"),
            QT_TRANSLATE_NOOP("Examples", "Now W_q, W_k and W_v stand between: change a number of one, and the maps "
                                          "follow.")},
    Example{":/examples/shoes-three-heads.headlight", kSteps,
            QT_TRANSLATE_NOOP("Examples", "My shoes are small, three heads"),
            QT_TRANSLATE_NOOP("Examples", "Three heads read one sentence, each with weights of its own: point at a "
                                          "row and compare.")},
    Example{":/examples/self-attention-v1.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Self-attention v1, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "torch.rand draws from 0 to 1: every score is positive, and the weights are "
                                          "not far from 1/6.")},
    Example{":/examples/self-attention-v2.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Self-attention v2, seed 789"),
            QT_TRANSLATE_NOOP("Examples", "nn.Linear draws around 0: the scores are smaller, and the weights nearly "
                                          "all alike.")},
    Example{":/examples/causal-attention.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Causal attention, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "No word sees those behind it, so the first one sees itself alone; each row "
                                          "still sums to 1.")},
    Example{":/examples/dropout.headlight", kClasses, QT_TRANSLATE_NOOP("Examples", "Dropout, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "Half of the weights are dropped, the others doubled: a row's sum is 1 no "
                                          "longer. Redraw it.")},
    Example{":/examples/multi-head-wrapper.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Multi-head wrapper, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "Two causal heads, one drawn after the other; their contexts stand side by "
                                          "side.")},
    Example{":/examples/multi-head-split.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Multi-head, weights split, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "One matrix for both heads, cut into columns; W_o mixes what they make into "
                                          "the output.")},
    Example{":/examples/cross-attention.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Cross-attention, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "Queries come from one sentence, keys and values from another: six rows, "
                                          "eight columns.")},
    Example{":/examples/saturation.headlight", kOptions, QT_TRANSLATE_NOOP("Examples", "Saturation, without the scale"),
            QT_TRANSLATE_NOOP("Examples", "With d_k = 64 the scores are large, and one word takes all. Set the scale "
                                          "to 1/√d_k.")},
    Example{":/examples/positions.headlight", kOptions,
            QT_TRANSLATE_NOOP("Examples", "Positions, and the order of words"),
            QT_TRANSLATE_NOOP("Examples", "Type “the man bites the dog”: all weights change. Without positions, rows "
                                          "and columns only change places.")},
    Example{":/examples/window.headlight", kOptions, QT_TRANSLATE_NOOP("Examples", "A window of three"),
            QT_TRANSLATE_NOOP("Examples", "Each word sees itself and the two before it: a band along the diagonal. "
                                          "Widen the window.")},
    Example{":/examples/two-layers.headlight", kLayers, QT_TRANSLATE_NOOP("Examples", "Two layers and their rollout"),
            QT_TRANSLATE_NOOP("Examples", "Layer 2 leads from “it” to “cat” alone; the rollout also to “black”, which "
                                          "layer 1 gave to “cat”.")},
};

QString shown(const char* text) { return QCoreApplication::translate("Examples", text); }

} // namespace

QString Example::shownGroup() const { return shown(group); }
QString Example::shownTitle() const { return shown(title); }
QString Example::shownLook() const { return shown(look); }

std::span<const Example> examples() { return kExamples; }

const Example& firstExample() { return kExamples[3]; }

} // namespace headlight
