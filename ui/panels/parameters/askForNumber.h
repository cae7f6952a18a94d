#pragma once

#include <QString>

#include <optional>

class QWidget;

namespace headlight {

/// A number to fill something with. What is no number is said, and stays to be mended.
std::optional<float> askForNumber(QWidget* parent, const QString& what);

} // namespace headlight
