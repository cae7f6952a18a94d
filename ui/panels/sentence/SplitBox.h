#pragma once

#include <QComboBox>

class QLineEdit;

namespace headlight {

class PopupBase;
struct TokenizerSpec;

/// The tokenizers. In the place of a list it opens a popover, which also has the characters to leave out.
class SplitBox : public QComboBox {
    Q_OBJECT

public:
    /// The names are those for screen readers. `panel` owns the popover: Qt gives no style to a frame in a QComboBox.
    SplitBox(const QString& name, const QString& removeName, QWidget& panel);

    void present(const TokenizerSpec&);
    void showPopup() override;
    void hidePopup() override;

signals:
    void removeEdited(const QString& characters);
    void removeFinished();

private:
    PopupBase* popup_;
    QLineEdit* remove_;
};

} // namespace headlight
