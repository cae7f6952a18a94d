#include "examples.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QMenu>
#include <QStandardItemModel>

#include <array>

namespace headlight {
namespace {

struct Examples {
    Q_DECLARE_TR_FUNCTIONS(Examples)

public:
    static constexpr const char* kSteps = QT_TR_NOOP("First steps");
    static constexpr const char* kClasses = QT_TR_NOOP("Attention classes");
    static constexpr const char* kOptions = QT_TR_NOOP("Effect of one option");
    static constexpr const char* kLayers = QT_TR_NOOP("Several layers");

    // A course: from the simplest arithmetic to several heads, then what a model adds to them, one thing at a time. The
    // numbers in the texts are tested (tests/app/tst_lessons).
    static constexpr std::array all{
        Example{":/examples/journey.headlight", kSteps, QT_TR_NOOP("Your journey starts with one step"),
                QT_TR_NOOP("A score is the dot product of two rows of X; nothing is trained. Click the row of "
                           "[journey]: it attends most to itself and to “starts”, a similar row."),
                "journey"},
        Example{":/examples/six-tokens.headlight", kSteps, QT_TR_NOOP("Six tokens, no trainable weights"),
                QT_TR_NOOP("Q and K are both X, so scores are symmetric, but each row has its own softmax. "
                           "Click [x1 and x2]: the weight is 0.17, but x2 gives x1 0.20."),
                "x1", "x2"},
        Example{":/examples/shoes.headlight", kSteps, QT_TR_NOOP("My shoes are small"),
                QT_TR_NOOP("Now W_q, W_k and W_v turn X into queries, keys and values. Click the row of [shoes], then "
                           "change a number in W_q and watch the row."),
                "shoes", nullptr, -1, QT_TR_NOOP("Ctrl+1 shows W_q.")},
        Example{":/examples/shoes-three-heads.headlight", kSteps, QT_TR_NOOP("My shoes are small, three heads"),
                QT_TR_NOOP("Each head has its own W_q, W_k and W_v. Click [shoes and shoes]: its weight for itself "
                           "is 0.59, 0.54 and 0.40 in the three heads."),
                "shoes", "shoes"},
        Example{
            ":/examples/self-attention-v1.headlight", kClasses, QT_TR_NOOP("Self-attention v1, seed 123"),
            QT_TR_NOOP("torch.rand draws W_q, W_k and W_v between 0 and 1; as X is positive, all scores are positive. "
                       "Click the column of [journey]: every word attends most to it."),
            nullptr, "journey"},
        Example{":/examples/self-attention-v2.headlight", kClasses, QT_TR_NOOP("Self-attention v2, seed 789"),
                QT_TR_NOOP("nn.Linear draws numbers around 0: smaller scores, and weights of about 0.15 to 0.20. "
                           "Click the column of [Your]: every word attends most to it."),
                nullptr, "Your"},
        Example{":/examples/causal-attention.headlight", kClasses, QT_TR_NOOP("Causal attention, seed 123"),
                QT_TR_NOOP("A causal mask hides the words that follow. Click the row of [starts]: it attends to the "
                           "first three words, and their weights still sum to 1."),
                "starts"},
        Example{":/examples/dropout.headlight", kClasses, QT_TR_NOOP("Dropout, seed 123"),
                QT_TR_NOOP("Each weight is dropped with probability 0.5, else doubled, so rows no longer sum to 1. "
                           "Click the row of [journey]: both its weights are dropped."),
                "journey"},
        Example{":/examples/multi-head-wrapper.headlight", kClasses, QT_TR_NOOP("Multi-head wrapper, seed 123"),
                QT_TR_NOOP("Two causal heads, each with its own W_q, W_k and W_v. Click the row of [step]: the last "
                           "map shows two numbers of each head side by side."),
                "step"},
        Example{":/examples/multi-head-split.headlight", kClasses, QT_TR_NOOP("Multi-head, weights split, seed 123"),
                QT_TR_NOOP("Both heads share one W_q, W_k and W_v, split by columns. Click the row of [step]: W_o and "
                           "b_o turn its two contexts into its output."),
                "step"},
        Example{":/examples/cross-attention.headlight", kClasses, QT_TR_NOOP("Cross-attention, seed 123"),
                QT_TR_NOOP("Queries come from one sentence, keys and values from another: six rows, eight columns. "
                           "Click [dessert and cake]: untrained, its weight is 0.12."),
                "dessert", "cake"},
        Example{":/examples/saturation.headlight", kOptions, QT_TR_NOOP("Saturation, without the scale"),
                QT_TR_NOOP("Without a scale, d_k = 64 gives one word over 0.95 of each row. Click [weight]; with "
                           "Attention > Scale and temperature, 0.98 becomes 0.55."),
                "weight", nullptr, -1, QT_TR_NOOP("Alt shows the menus.")},
        Example{":/examples/positions.headlight", kOptions, QT_TR_NOOP("Positions, and the order of words"),
                QT_TR_NOOP("Without positions, both “the” would have the same row of weights. Click the row of the "
                           "first [the]: it attends most to “man”, the second to the first."),
                "the"},
        Example{":/examples/window.headlight", kOptions, QT_TR_NOOP("A window of three"),
                QT_TR_NOOP("Each word sees itself and the two before it: a band along the diagonal. Click the row of "
                           "[itself]: all its weight is on “word”, “sees” and itself."),
                "itself"},
        Example{":/examples/two-layers.headlight", kLayers, QT_TR_NOOP("Two layers and their rollout"),
                QT_TR_NOOP("“it” attends to “cat” in the second layer, “cat” to “black” in the first; the rollout "
                           "joins them with 0.25. Click [cat and black] to see the first layer."),
                "cat", "black", 0},
    };
};

bool beginsGroup(std::size_t example) {
    return example == 0 || Examples::all[example - 1].group != Examples::all[example].group;
}

} // namespace

std::span<const Example> examples() { return Examples::all; }

const Example& firstExample() { return Examples::all[3]; }

void addExamples(QMenu& menu, const Picked& picked) {
    for (std::size_t i = 0; i < examples().size(); ++i) {
        const Example& example = examples()[i];
        if (beginsGroup(i)) {
            if (i > 0) menu.addSeparator(); // the style shows no text in a separator
            menu.addAction(example.shownGroup())->setEnabled(false);
        }
        menu.addAction(example.shownTitle(), &menu, [picked, &example] { picked(example); });
    }
}

QComboBox* newExamplesBox(const Picked& picked) {
    auto* box = new QComboBox;
    box->setAccessibleName(Examples::tr("Examples"));
    box->setToolTip(Examples::tr("Open a lesson of the course"));
    box->setPlaceholderText(Examples::tr("Examples"));
    for (std::size_t i = 0; i < examples().size(); ++i) {
        if (beginsGroup(i)) {
            if (i > 0) box->insertSeparator(box->count());
            box->addItem(examples()[i].shownGroup());
            static_cast<QStandardItemModel*>(box->model())->item(box->count() - 1)->setFlags(Qt::NoItemFlags);
        }
        box->addItem(examples()[i].shownTitle(), static_cast<unsigned>(i));
    }
    box->setMaxVisibleItems(box->count());
    box->setCurrentIndex(-1);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(9);
    box->view()->setMinimumWidth(260);
    QObject::connect(box, &QComboBox::activated, box, [box, picked](int index) {
        const std::size_t example = box->itemData(index).toUInt();
        box->setCurrentIndex(-1);
        picked(examples()[example]);
    });
    return box;
}

} // namespace headlight
