#pragma once

#include "panels/pipeline/Setting.h"
#include "style/Theme.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSlider;

namespace headlight {

class MaskGrid;

/// A control for each setting of an operation; those that do not apply are not there. Says by signals what a person
/// did, and knows no Workbench.
class OperationForm : public QWidget {
    Q_OBJECT

public:
    explicit OperationForm(std::span<const Setting> settings, bool mayBeOfAllLayers, QWidget* parent = nullptr);

    void present(const Session& session, const View& view, const Theme& theme);
    void forgetRefused();             ///< what was typed: the next present() shows what there is
    int leastWidth() const;           ///< px
    void say(const QString& problem); ///< what was refused; empty: nothing
    void remark(const QString& text); ///< below the choice that is compared; empty: nothing
    bool isOfAllLayers() const;       ///< what is chosen now: by the box, or with Shift; leaving a field is no choice

signals:
    void chosen(const headlight::Setting* setting, double value);
    void stepped(const headlight::Setting* setting, double value); ///< likewise, by a key or the wheel: others follow
    /// Of Cells and Seed; makes so many numbers.
    void edited(const QString& label, const headlight::SettingEdit& edit, double numbers);
    void takenBack(); ///< all since dragging(true)
    void dragging(bool on);

private:
    using Shower = std::function<void(const Session&, const View&)>;
    Shower makeControl(const Setting& setting);
    Shower makeSwitch(const Setting& setting);
    Shower makeChoice(const Setting& setting);
    Shower makeNumber(const Setting& setting);
    Shower makeSize(const Setting& setting);
    Shower makeTokens(const Setting& setting);
    Shower makeCells(const Setting& setting);
    Shower makeAct(const Setting& setting);
    template <class Field>
    Field* named(const Setting& setting, Field* field);
    void addRow(const Setting& setting, QWidget* field);
    QSlider* makeSlider(const Setting& setting, const std::shared_ptr<const double>& now); ///< `now`: its value
    void takeTyped(const Setting& setting, QLineEdit& field, const QString& shown);        ///< `shown`: as presented
    void takeNumber(const Setting& setting, const QString& typed);
    void takeSeed(const Setting& setting, const QString& typed);

    QFormLayout* form_;
    std::vector<Shower> showers_;
    std::vector<std::pair<const Setting*, QWidget*>> tipped_; ///< what shows the setting's tip
    const Theme* theme_ = nullptr;                            ///< of what is presented
    MaskGrid* grid_ = nullptr;
    std::vector<QLineEdit*> typed_; ///< into these
    bool isLeft_ = false;           ///< what is chosen now is chosen by leaving its field
    QCheckBox* allLayers_ = nullptr;
    QLabel* problem_;
    QComboBox* compared_ = nullptr; ///< a choice, and
    QLabel* remark_ = nullptr;      ///< what its comparison says
};

template <class Field>
Field* OperationForm::named(const Setting& setting, Field* field) {
    field->setAccessibleName(setting.shownName());
    tipped_.emplace_back(&setting, field);
    return field;
}

} // namespace headlight
