#pragma once

#include "document/machineFacts.h"

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

/// Help > System information: machineFacts(), to be read, selected and copied.
class ComputerDialog : public QDialog {
    Q_OBJECT

public:
    explicit ComputerDialog(const std::vector<Fact>& facts, QWidget* parent = nullptr);
};

} // namespace headlight
