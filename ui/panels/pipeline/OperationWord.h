#pragma once

#include "style/Theme.h"

#include <QAbstractButton>

namespace headlight {

/// What leads from one stage to the next, as a word of the formula. Where it has choices it is underlined.
class OperationWord : public QAbstractButton {
    Q_OBJECT

public:
    OperationWord(const QString& name, const QString& tip, bool hasChoices, QWidget* parent);

    void present(const QString& word, const Theme& theme);
    bool hasChoices() const { return hasChoices_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void tipWanted(); ///< and shown right after

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    bool hasChoices_;
    const Theme* theme_ = &lightTheme();
};

} // namespace headlight
