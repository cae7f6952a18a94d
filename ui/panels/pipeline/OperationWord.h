#pragma once

#include "style/Theme.h"

#include <QAbstractButton>

namespace headlight {

/// What leads from one stage to the next, as a word of the formula. Where it has choices it is underlined.
class OperationWord : public QAbstractButton {
    Q_OBJECT

public:
    OperationWord(const QString& name, const QString& tip, bool hasChoices, QWidget* parent);

    /// `brief`: the word where the line has no room.
    void present(const QString& word, const QString& brief, bool isOn, const Theme& theme);
    void setBrief(bool isBrief);
    QSize sizeFor(bool isBrief) const;
    bool hasChoices() const { return hasChoices_; }

    QSize sizeHint() const override { return sizeFor(isBrief_); }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void tipWanted(); ///< and shown right after

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    QString brief_;
    bool hasChoices_, isOn_ = true, isBrief_ = false;
    const Theme* theme_ = &lightTheme();
};

} // namespace headlight
