#include "words/spoken.h"

#include "base/places.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace headlight {
namespace {

constexpr std::array kSpoken{
    Spoken{Stage::Embeddings, "e", QT_TRANSLATE_NOOP("Lesson", "Embedding")},
    Spoken{Stage::EmbeddingsKv, "e", QT_TRANSLATE_NOOP("Lesson", "Embedding")},
    Spoken{Stage::Positions, "p", QT_TRANSLATE_NOOP("Lesson", "Position")},
    Spoken{Stage::PositionsKv, "p", QT_TRANSLATE_NOOP("Lesson", "Position")},
    Spoken{Stage::X, "x", nullptr},
    Spoken{Stage::XKv, "x", nullptr},
    Spoken{Stage::Normed, "x\u0302", nullptr},
    Spoken{Stage::Q, "q", QT_TRANSLATE_NOOP("Lesson", "Query")},
    Spoken{Stage::K, "k", QT_TRANSLATE_NOOP("Lesson", "Key")},
    Spoken{Stage::V, "v", QT_TRANSLATE_NOOP("Lesson", "Value")},
    Spoken{Stage::Scores, nullptr, QT_TRANSLATE_NOOP("Lesson", "Score"), QT_TRANSLATE_NOOP("Lesson", "score")},
    Spoken{Stage::Scaled, nullptr, QT_TRANSLATE_NOOP("Lesson", "Scaled score"),
           QT_TRANSLATE_NOOP("Lesson", "scaled score")},
    Spoken{Stage::Masked, nullptr, QT_TRANSLATE_NOOP("Lesson", "Masked"), QT_TRANSLATE_NOOP("Lesson", "masked score")},
    Spoken{Stage::Weights, nullptr, QT_TRANSLATE_NOOP("Lesson", "Weight"), QT_TRANSLATE_NOOP("Lesson", "weight")},
    Spoken{Stage::Dropped, nullptr, QT_TRANSLATE_NOOP("Lesson", "After dropout")},
    Spoken{Stage::Rest, nullptr, QT_TRANSLATE_NOOP("Lesson", "Weight without the first token"),
           QT_TRANSLATE_NOOP("Lesson", "weight without the first token")},
    Spoken{Stage::Context, "z", QT_TRANSLATE_NOOP("Lesson", "Context")},
    Spoken{Stage::Concat, "z", QT_TRANSLATE_NOOP("Lesson", "Joined heads")},
    Spoken{Stage::Output, "o", QT_TRANSLATE_NOOP("Lesson", "Output")},
    Spoken{Stage::Result, "y", QT_TRANSLATE_NOOP("Lesson", "Result")},
};

} // namespace

Spoken spokenOf(Stage stage) {
    const auto found = std::ranges::find(kSpoken, stage, &Spoken::stage);
    return found == kSpoken.end() ? Spoken{stage, infoOf(stage).id, nullptr} : *found;
}

QString nameOf(Stage stage) {
    const char* name = spokenOf(stage).name;
    return name ? QCoreApplication::translate("Lesson", name) : titleOf(stage);
}

QString nameInMap(Stage stage) {
    const char* name = spokenOf(stage).inMap;
    return name ? QCoreApplication::translate("Lesson", name) : withinLine(titleOf(stage));
}

QString entrySymbol(Stage stage, int col) {
    return QString::fromUtf8(spokenOf(stage).symbol) + subscript(numberOf(col));
}

} // namespace headlight
