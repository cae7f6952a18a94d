#pragma once

#include "export/render.h"

#include <QWidget>

#include <functional>
#include <map>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace headlight {

struct MapAction;
class Workbench;

/// The controls of an ExportSpec, with these `choices` of maps. It emits asked() for what the user does; present()
/// shows the result.
class ExportForm : public QWidget {
    Q_OBJECT

public:
    ExportForm(const Workbench& workbench, std::vector<std::vector<Stage>> choices);

    void present(const ExportSpec& spec);

signals:
    void asked(const ExportSpec& spec);

private:
    void addChoices(QFormLayout& form);
    void addSize(QFormLayout& form);
    void addSwitches(QFormLayout& form);
    void ask(const std::function<void(ExportSpec&)>& change);

    const Workbench& workbench_;
    std::vector<std::vector<Stage>> choices_;
    ExportSpec spec_; ///< as last presented
    QComboBox *format_, *stages_, *heads_, *theme_, *sizes_;
    QSpinBox *width_, *dpi_, *columns_, *text_;
    std::map<const MapAction*, QCheckBox*> switches_;
    QCheckBox *crosshair_, *title_, *labels_, *part_;
};

} // namespace headlight
