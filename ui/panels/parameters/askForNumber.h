#pragma once

#include <QString>

#include <optional>

class QWidget;

namespace headlight {

/// The words of a question for a number.
struct NumberWords {
    QString title; ///< of the dialog and of the button that takes the number
    QString what, reason;
    QString field; ///< the accessible name of the field
    QString value; ///< in the field at first, selected
};
/// Asks for a number; nullopt if the dialog was cancelled. An invalid input is explained, and stays to be mended.
std::optional<float> askForNumber(QWidget* parent, const NumberWords& words);

} // namespace headlight
