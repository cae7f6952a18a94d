#pragma once

#include "document/machineFacts.h"

#include <QDialog>

namespace headlight {

/// Help > System information: machineFacts(), to be read, selected and copied.
class ComputerDialog : public QDialog {
    Q_OBJECT

public:
    explicit ComputerDialog(const std::vector<Fact>& facts, QWidget* parent = nullptr);
};

} // namespace headlight
