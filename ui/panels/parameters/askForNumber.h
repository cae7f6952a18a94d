#pragma once

#include <QString>

#include <optional>

class QWidget;

namespace headlight {

/// The words of a question for a number.
struct NumberWords {
    QString title; ///< of the window
    QString what;
    QString field; ///< its accessible name
    QString value; ///< that it begins with, marked
};
/// What is no number is said, and stays to be mended.
std::optional<float> askForNumber(QWidget* parent, const NumberWords& words);

} // namespace headlight
