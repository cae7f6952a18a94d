#include "controls/SizeField.h"

#include <utility>

namespace headlight {

constexpr int kMaxInputLength = 12;

SizeField::SizeField(const QString& name, int max, QWidget* parent) : QSpinBox(parent), max_(max) {
    setAccessibleName(name);
    setLocale(QLocale::c());
    setRange(1, max);
    setKeyboardTracking(false);
    setMinimumWidth(40);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(this, &QSpinBox::editingFinished, this, &SizeField::tell);
}

QValidator::State SizeField::validate(QString& text, int& position) const {
    if (QSpinBox::validate(text, position) == QValidator::Acceptable) return QValidator::Acceptable;
    return text.size() <= kMaxInputLength ? QValidator::Intermediate : QValidator::Invalid;
}

void SizeField::fixup(QString& text) const {
    refusedText_ = text.trimmed();
    text = textFromValue(value());
}

void SizeField::stepBy(int steps) {
    if (!hasAcceptableInput()) { // the base class would take the text back and not step
        interpretText();
        refusedText_.clear(); // an arrow asks for a neighbour of the old size, not for what was typed
    }
    QSpinBox::stepBy(steps);
}

void SizeField::tell() {
    const QString text = std::exchange(refusedText_, QString());
    if (text.isEmpty()) return;
    bool isNumber = false;
    text.toInt(&isNumber);
    const QString said = isNumber ? text : QStringLiteral("“%1”").arg(text);
    emit refused(tr("%1 must be a whole number from 1 to %2, not %3.").arg(accessibleName()).arg(max_).arg(said));
}

} // namespace headlight
