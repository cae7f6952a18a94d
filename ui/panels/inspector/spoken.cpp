#include "panels/inspector/spoken.h"

#include "panels/inspector/LessonPen.h"
#include "words/conventions.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

constexpr std::array kSpoken{
    Spoken{Stage::Embeddings, "e", QT_TRANSLATE_NOOP("Lesson", "Embedding"), "e = row of the table"},
    Spoken{Stage::EmbeddingsKv, "e", QT_TRANSLATE_NOOP("Lesson", "Embedding"), "e = row of the table"},
    Spoken{Stage::Positions, "p", QT_TRANSLATE_NOOP("Lesson", "Position"), "p"},
    Spoken{Stage::PositionsKv, "p", QT_TRANSLATE_NOOP("Lesson", "Position"), "p"},
    Spoken{Stage::X, "x", QT_TRANSLATE_NOOP("Lesson", "Input")},
    Spoken{Stage::XKv, "x", QT_TRANSLATE_NOOP("Lesson", "Input")},
    Spoken{Stage::Normed, "x\u0302", QT_TRANSLATE_NOOP("Lesson", "Normalised input"), "LN(x)"},
    Spoken{Stage::Q, "q", QT_TRANSLATE_NOOP("Lesson", "Query")},
    Spoken{Stage::K, "k", QT_TRANSLATE_NOOP("Lesson", "Key")},
    Spoken{Stage::V, "v", QT_TRANSLATE_NOOP("Lesson", "Value")},
    Spoken{Stage::Scores, nullptr, QT_TRANSLATE_NOOP("Lesson", "Score"), "q · k"},
    Spoken{Stage::Scaled, nullptr, QT_TRANSLATE_NOOP("Lesson", "Scaled score")},
    Spoken{Stage::Masked, nullptr, QT_TRANSLATE_NOOP("Lesson", "Masked")},
    Spoken{Stage::Weights, nullptr, QT_TRANSLATE_NOOP("Lesson", "Weight")},
    Spoken{Stage::Dropped, nullptr, QT_TRANSLATE_NOOP("Lesson", "After dropout")},
    Spoken{Stage::Context, "z", QT_TRANSLATE_NOOP("Lesson", "Context"), "z\u00a0=\u00a0Σ\u00a0w\u00a0·\u00a0v"},
    Spoken{Stage::Concat, "z", QT_TRANSLATE_NOOP("Lesson", "Concat"), "z of all heads"},
    Spoken{Stage::Output, "o", QT_TRANSLATE_NOOP("Lesson", "Output")},
    Spoken{Stage::Result, "y", QT_TRANSLATE_NOOP("Lesson", "Result")},
};

} // namespace

Spoken spokenOf(Stage stage) {
    const auto found = std::ranges::find(kSpoken, stage, &Spoken::stage);
    return found == kSpoken.end() ? Spoken{stage, infoOf(stage).id, nullptr} : *found;
}

QString nameOf(const CellRef& cell) {
    const Spoken spoken = spokenOf(cell.stage);
    return spoken.name ? lessonWords(spoken.name) : titleOf(cell.stage, cell.layer);
}

QString entrySymbol(const CellRef& cell) {
    return QString::fromUtf8(spokenOf(cell.stage).symbol) + subscript(numberOf(cell.col));
}

} // namespace headlight
