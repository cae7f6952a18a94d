#pragma once

#include <QLineEdit>

namespace headlight {

/// A line for a number. Input that its owner refuses stays, outlined, to be mended; the next key removes the outline.
class NumberField : public QLineEdit {
    Q_OBJECT

public:
    explicit NumberField(const QString& name, QWidget* parent = nullptr);

    void setRefused(bool on);
    bool isRefused() const { return property("invalid").toBool(); }
    void present(const QString& value);   ///< replaces input that was not taken only by another value than before
    void showValue() { setText(value_); } ///< replaces input that was taken: "0.50" becomes "0.5"

signals:
    void entered(); ///< text that is new, by Enter or as the focus leaves; refused text only by Enter

private:
    QString value_;
};

} // namespace headlight
