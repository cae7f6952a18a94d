#include "dialogs/ExportForm.h"

#include "dialogs/namedRow.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "plot/MapStage.h"
#include "plot/paintVectorCells.h"
#include "words/wording.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>
#include <QStyleOptionComboBox>

#include <cmath>

namespace headlight {
namespace {

constexpr int kMapsLength = 24; ///< characters: two maps of the longer ones

/// "Scores and weights"
QString titleOfAll(const std::vector<Stage>& stages) {
    QString title = titleOf(stages[0]);
    for (std::size_t s = 1; s < stages.size(); ++s)
        title = (s + 1 < stages.size() ? ExportForm::tr("%1, %2") : ExportForm::tr("%1 and %2"))
                    .arg(title, titleOf(stages[s]).toLower());
    return title;
}

/// Whose text ends in dots where it is longer than the box; Qt cuts it.
class ElidingBox : public QComboBox {
protected:
    void initStyleOption(QStyleOptionComboBox* option) const override {
        QComboBox::initStyleOption(option);
        const int room =
            style()->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxEditField, this).width();
        option->currentText = option->fontMetrics.elidedText(option->currentText, Qt::ElideRight, room);
    }
};

} // namespace

ExportForm::ExportForm(const Workbench& workbench, std::vector<std::vector<Stage>> choices)
    : workbench_(workbench), choices_(std::move(choices)) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addChoices(*form);
    addSize(*form);
    addSwitches(*form);
}

void ExportForm::addChoices(QFormLayout& form) {
    const auto onActivated = [this](QComboBox* box, auto set) {
        connect(box, &QComboBox::activated, this,
                [this, set](int index) { ask([&](ExportSpec& spec) { set(spec, index); }); });
    };
    format_ = named(form, tr("Format"), new QComboBox);
    const Sizes sizes = sizesOf(workbench_.state().session, workbench_.state().view.layer);
    const bool isLarge = double(sizes.tokens) * sizes.keyTokens > kMostVectorCells;
    format_->addItems({tr("PNG, pixels"), isLarge ? tr("SVG, vectors; large maps as pixels") : tr("SVG, vectors"),
                       isLarge ? tr("PDF, vectors; large maps as pixels") : tr("PDF, vectors")});
    onActivated(format_, [](ExportSpec& spec, int index) { spec.format = static_cast<ExportFormat>(index); });

    stages_ = named(form, tr("Maps"), new ElidingBox);
    stages_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    stages_->setMinimumContentsLength(kMapsLength);
    for (const auto& stages : choices_) {
        const QString title = titleOfAll(stages);
        stages_->addItem(title);
        stages_->setItemData(stages_->count() - 1, title, Qt::ToolTipRole); // nine maps are longer than the box
    }
    onActivated(stages_, [this](ExportSpec& spec, int index) {
        spec.maps.stages = choices_[static_cast<std::size_t>(index)];
        spec.widthPx = spec.heightPx = 0;
    });

    heads_ = named(form, tr("Heads"), new QComboBox);
    heads_->addItem(tr("All heads"));
    const ViewState& state = workbench_.state();
    for (int i = 0; i < sizesOf(state.session, state.view.layer).heads; ++i) heads_->addItem(titleOfHead(i));
    onActivated(heads_, [](ExportSpec& spec, int index) {
        spec.head = index - 1;
        spec.widthPx = spec.heightPx = 0;
    });

    theme_ = named(form, tr("Theme"), new QComboBox);
    for (const Theme* theme : themes()) theme_->addItem(theme->shownName());
    onActivated(theme_, [](ExportSpec& spec, int index) { spec.theme = themes()[static_cast<std::size_t>(index)]; });
}

void ExportForm::addSize(QFormLayout& form) {
    const auto number = [&](const QString& name, int least, int most, const QString& unit) {
        auto* box = named(form, name, new QSpinBox);
        box->setRange(least, most);
        box->setSuffix(unit);
        box->setKeyboardTracking(false);
        return box;
    };
    // valueChanged comes from the program, too; then it brings what is known already.
    width_ = number(tr("Width"), kMinExportSide, kMaxExportSide, tr(" px"));
    connect(width_, &QSpinBox::valueChanged, this, [this](int value) {
        if (value == spec_.widthPx) return;
        askSize(value, keepRatio_->isChecked() ? static_cast<int>(std::lround(value * ratio_)) : spec_.heightPx);
    });
    height_ = number(tr("Height"), kMinExportSide, kMaxExportSide, tr(" px"));
    connect(height_, &QSpinBox::valueChanged, this, [this](int value) {
        if (value == spec_.heightPx) return;
        askSize(keepRatio_->isChecked() ? static_cast<int>(std::lround(value / ratio_)) : spec_.widthPx, value);
    });
    keepRatio_ = new QCheckBox(tr("Keep ratio"));
    keepRatio_->setAccessibleName(tr("Keep ratio"));
    keepRatio_->setChecked(true);
    form.addRow(QString(), keepRatio_);

    dpi_ = number(tr("Resolution"), kMinExportDpi, kMaxExportDpi, tr(" dpi"));
    connect(dpi_, &QSpinBox::valueChanged, this, [this](int value) {
        if (value == spec_.dpi) return;
        ask([value](ExportSpec& spec) {
            spec.dpi = value;
            spec.widthPx = spec.heightPx = 0; // the same picture, finer
        });
    });
}

void ExportForm::addSwitches(QFormLayout& form) {
    const auto add = [&](const QString& name, auto turn) {
        auto* box = new QCheckBox(name);
        box->setAccessibleName(name);
        form.addRow(QString(), box);
        connect(box, &QCheckBox::clicked, this,
                [this, turn](bool on) { ask([&](ExportSpec& spec) { turn(spec, on); }); });
        return box;
    };
    for (const MapAction& action : mapActions())
        if (action.isOfPictures)
            switches_[&action] = add(action.shownName(),
                                     [this, &action](ExportSpec& spec, bool on) { action.turn(spec.maps, on); });
    crosshair_ = add(tr("Crosshair"), [](ExportSpec& spec, bool on) { spec.showsSelection = on; });
}

void ExportForm::ask(const std::function<void(ExportSpec&)>& change) {
    ExportSpec spec = spec_;
    change(spec);
    emit asked(spec);
}

void ExportForm::askSize(int width, int height) {
    ask([=](ExportSpec& spec) {
        spec.widthPx = std::clamp(width, kMinExportSide, kMaxExportSide);
        spec.heightPx = std::clamp(height, kMinExportSide, kMaxExportSide);
    });
}

void ExportForm::present(const ExportSpec& spec, double ratio) {
    spec_ = spec; // first: what the controls tell is known then
    ratio_ = ratio;
    format_->setCurrentIndex(static_cast<int>(spec.format));
    stages_->setCurrentIndex(static_cast<int>(std::ranges::find(choices_, spec.maps.stages) - choices_.begin()));
    stages_->setToolTip(stages_->currentText());
    heads_->setCurrentIndex(spec.head + 1);
    theme_->setCurrentIndex(static_cast<int>(std::ranges::find(themes(), spec.theme) - themes().begin()));
    width_->setValue(spec.widthPx);
    height_->setValue(spec.heightPx);
    dpi_->setValue(spec.dpi);
    dpi_->setEnabled(spec.format == ExportFormat::Png);
    for (const auto& [action, box] : switches_) box->setChecked(action->isOn(spec.maps));
    crosshair_->setChecked(spec.showsSelection);
}

} // namespace headlight
