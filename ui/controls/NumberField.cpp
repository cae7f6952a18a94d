#include "controls/NumberField.h"

#include "style/styleSheet.h"

#include <utility>

namespace headlight {

NumberField::NumberField(const QString& name, QWidget* parent) : QLineEdit(parent) {
    setAccessibleName(name);
    connect(this, &QLineEdit::textEdited, this, [this] { setRefused(false); });
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (isModified() && (hasFocus() || !isRefused())) emit entered();
    });
}

void NumberField::setRefused(bool on) { setLook(*this, "invalid", on); }

void NumberField::present(const QString& value) {
    const bool hasChanged = std::exchange(value_, value) != value;
    if (!hasChanged && isModified()) return;
    if (text() != value) setText(value);
    setModified(false);
    setRefused(false);
}

} // namespace headlight
