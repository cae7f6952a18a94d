#include "examples.h"

#include <QCoreApplication>

#include <array>

namespace headlight {
namespace {

constexpr const char* kSteps = QT_TRANSLATE_NOOP("Examples", "First steps");
constexpr const char* kClasses = QT_TRANSLATE_NOOP("Examples", "Attention classes");
constexpr const char* kOptions = QT_TRANSLATE_NOOP("Examples", "Effect of one option");
constexpr const char* kLayers = QT_TRANSLATE_NOOP("Examples", "Several layers");

// A course: from the simplest arithmetic to several heads, then what a model adds to them, one thing at a time.
constexpr std::array kExamples{
    Example{":/examples/journey.headlight", kSteps, QT_TRANSLATE_NOOP("Examples", "Your journey starts with one step"),
            QT_TRANSLATE_NOOP("Examples", "No trainable weights: each word is compared with every word, and similar "
                                          "words get larger weights.")},
    Example{":/examples/six-tokens.headlight", kSteps,
            QT_TRANSLATE_NOOP("Examples", "Six tokens, no trainable weights"),
            QT_TRANSLATE_NOOP("Examples", "A score is the dot product of two rows of X. Click a cell to see its score "
                                          "and weight.")},
    Example{":/examples/shoes.headlight", kSteps, QT_TRANSLATE_NOOP("Examples", "My shoes are small"),
            QT_TRANSLATE_NOOP("Examples", "Now each head projects X through W_q, W_k and W_v. Change any number and "
                                          "watch the maps.")},
    Example{":/examples/shoes-three-heads.headlight", kSteps,
            QT_TRANSLATE_NOOP("Examples", "My shoes are small, three heads"),
            QT_TRANSLATE_NOOP("Examples", "Three heads read the same sentence, each with its own weights. Point at a "
                                          "row to compare them.")},
    Example{":/examples/self-attention-v1.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Self-attention v1, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "torch.rand gives numbers from 0 to 1, so all scores are positive and the "
                                          "weights are close to 1/6.")},
    Example{":/examples/self-attention-v2.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Self-attention v2, seed 789"),
            QT_TRANSLATE_NOOP("Examples", "nn.Linear gives numbers around 0, so the scores are smaller and the weights "
                                          "are almost equal.")},
    Example{":/examples/causal-attention.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Causal attention, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "No word sees the words after it, so the first word sees only itself. Each "
                                          "row still sums to 1.")},
    Example{":/examples/dropout.headlight", kClasses, QT_TRANSLATE_NOOP("Examples", "Dropout, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "Half of the weights are dropped, the others doubled, so rows no longer sum "
                                          "to 1. Try another seed.")},
    Example{":/examples/multi-head-wrapper.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Multi-head wrapper, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "Two causal heads with weights generated one after the other. Their contexts "
                                          "are concatenated.")},
    Example{":/examples/multi-head-split.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Multi-head, weights split, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "One matrix has the columns of both heads. W_o combines the heads' contexts "
                                          "into the output.")},
    Example{":/examples/cross-attention.headlight", kClasses,
            QT_TRANSLATE_NOOP("Examples", "Cross-attention, seed 123"),
            QT_TRANSLATE_NOOP("Examples", "Queries come from one sentence, keys and values from another: six rows, "
                                          "eight columns.")},
    Example{":/examples/saturation.headlight", kOptions, QT_TRANSLATE_NOOP("Examples", "Saturation, without the scale"),
            QT_TRANSLATE_NOOP("Examples", "With d_k = 64 the scores are large, and one word gets nearly all the "
                                          "weight. Set the scale to 1/√d_k.")},
    Example{":/examples/positions.headlight", kOptions,
            QT_TRANSLATE_NOOP("Examples", "Positions, and the order of words"),
            QT_TRANSLATE_NOOP("Examples", "Type “the man bites the dog”: all weights change. Without positions, only "
                                          "rows and columns change places.")},
    Example{":/examples/window.headlight", kOptions, QT_TRANSLATE_NOOP("Examples", "A window of three"),
            QT_TRANSLATE_NOOP("Examples", "Each word sees itself and the two before it: a band along the diagonal. "
                                          "Widen the window.")},
    Example{":/examples/two-layers.headlight", kLayers, QT_TRANSLATE_NOOP("Examples", "Two layers and their rollout"),
            QT_TRANSLATE_NOOP("Examples", "In layer 2, “it” attends only to “cat”. The rollout also shows “black”, "
                                          "which “cat” attends to in layer 1.")},
};

QString shown(const char* text) { return QCoreApplication::translate("Examples", text); }

} // namespace

QString Example::shownGroup() const { return shown(group); }
QString Example::shownTitle() const { return shown(title); }
QString Example::shownLook() const { return shown(look); }

std::span<const Example> examples() { return kExamples; }

const Example& firstExample() { return kExamples[3]; }

} // namespace headlight
