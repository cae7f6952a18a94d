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

/// An ExportSpec as controls, with these `choices` of maps. What a person does is asked for; present() shows what came
/// of it.
class ExportForm : public QWidget {
    Q_OBJECT

public:
    ExportForm(const Workbench& workbench, std::vector<std::vector<Stage>> choices);

    void present(const ExportSpec& spec, double ratio); ///< height by width

signals:
    void asked(const ExportSpec& spec);

private:
    void addChoices(QFormLayout& form);
    void addSize(QFormLayout& form);
    void addSwitches(QFormLayout& form);
    void ask(const std::function<void(ExportSpec&)>& change);
    void askSize(int width, int height);

    const Workbench& workbench_;
    std::vector<std::vector<Stage>> choices_;
    ExportSpec spec_; ///< as last presented
    double ratio_ = 1;
    QComboBox *format_, *stages_, *heads_, *theme_;
    QSpinBox *width_, *height_, *dpi_;
    std::map<const MapAction*, QCheckBox*> switches_;
    QCheckBox *keepRatio_, *crosshair_;
};

} // namespace headlight
