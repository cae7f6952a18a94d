#include "examples.h"

#include <QCoreApplication>

#include <array>

namespace headlight {
namespace {

// From the simplest arithmetic to several heads: the order in which they are taught.
constexpr std::array kExamples{
    Example{":/examples/journey.headlight", QT_TRANSLATE_NOOP("Examples", "Your journey starts with one step")},
    Example{":/examples/six-tokens.headlight", QT_TRANSLATE_NOOP("Examples", "Six tokens, no trainable weights")},
    Example{":/examples/shoes.headlight", QT_TRANSLATE_NOOP("Examples", "My shoes are small")},
    Example{":/examples/shoes-three-heads.headlight", QT_TRANSLATE_NOOP("Examples", "My shoes are small, three heads")},
};

} // namespace

QString Example::shownTitle() const { return QCoreApplication::translate("Examples", title); }

std::span<const Example> examples() { return kExamples; }

const Example& firstExample() { return kExamples[3]; }

} // namespace headlight
