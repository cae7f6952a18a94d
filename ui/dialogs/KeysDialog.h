#pragma once

#include <QDialog>
#include <QString>

#include <vector>

namespace headlight {

struct KeyLine {
    QString keys, does;
};

struct KeyGroup {
    QString title;
    std::vector<KeyLine> lines;
};

/// Help > Keyboard and mouse shortcuts.
class KeysDialog : public QDialog {
    Q_OBJECT

public:
    explicit KeysDialog(const std::vector<KeyGroup>& groups, QWidget* parent = nullptr);
};

} // namespace headlight
