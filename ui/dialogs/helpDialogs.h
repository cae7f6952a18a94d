#pragma once

#include <QDialog>
#include <QString>

#include <vector>

namespace headlight {

struct ViewState;

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

struct Fact {
    QString name, value; ///< "Processor", "AMD EPYC, 2 threads"
};

/// Returns facts for a report of a problem: the backend and its speed, processor, memory, system and versions.
std::vector<Fact> machineFacts(const ViewState&);

/// Help > System information: such facts, to be read, selected and copied.
class ComputerDialog : public QDialog {
    Q_OBJECT

public:
    explicit ComputerDialog(const std::vector<Fact>& facts, QWidget* parent = nullptr);
};

} // namespace headlight
