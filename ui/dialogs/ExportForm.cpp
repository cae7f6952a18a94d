#include "dialogs/ExportForm.h"

#include "dialogs/dialogColumn.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "export/render.h"
#include "plot/CellImage.h"
#include "plot/MapStage.h"
#include "words/wording.h"

#include <QComboBox>
#include <QSpinBox>
#include <QStyleOptionComboBox>

#include <array>

namespace headlight {
namespace {

constexpr int kMapsLength = 24; ///< characters: two of the longer titles of maps
constexpr int kFirstHead = 2;   // the index of "Head 1", behind two items for several heads

/// A usual width of pictures in journals.
struct PaperWidth {
    const char* name;
    int mm;
};
constexpr std::array kPaperWidths{
    PaperWidth{QT_TRANSLATE_NOOP("headlight::ExportForm", "Automatic"), 0},
    PaperWidth{QT_TRANSLATE_NOOP("headlight::ExportForm", "One column, 85 mm"), 85},
    PaperWidth{QT_TRANSLATE_NOOP("headlight::ExportForm", "Two columns, 178 mm"), 178},
};

/// Returns "Scores and weights".
QString titleOfAll(const std::vector<Stage>& stages) {
    QString title = titleOf(stages[0]);
    for (std::size_t s = 1; s < stages.size(); ++s)
        title = (s + 1 < stages.size() ? ExportForm::tr("%1, %2") : ExportForm::tr("%1 and %2"))
                    .arg(title, withinLine(titleOf(stages[s])));
    return title;
}

/// A combo box whose text ends in dots if it is longer than the box; Qt cuts it off.
class ElidingBox : public QComboBox {
protected:
    void initStyleOption(QStyleOptionComboBox* option) const override {
        QComboBox::initStyleOption(option);
        const int space =
            style()->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxEditField, this).width();
        option->currentText = option->fontMetrics.elidedText(option->currentText, Qt::ElideRight, space);
    }
};

} // namespace

ExportForm::ExportForm(const Workbench& workbench, std::vector<std::vector<Stage>> choices)
    : workbench_(workbench), choices_(std::move(choices)) {
    QFormLayout* form = makeDialogForm(*this);
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
    const bool isLarge = double(sizes.tokens) * sizes.keyTokens > kMaxVectorCells;
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
    onActivated(stages_,
                [this](ExportSpec& spec, int index) { spec.maps.stages = choices_[static_cast<std::size_t>(index)]; });

    heads_ = named(form, tr("Heads"), new QComboBox);
    heads_->addItems({tr("All heads"), tr("Each in a file of its own")});
    const ViewState& state = workbench_.state();
    for (int i = 0; i < sizesOf(state.session, state.view.layer).heads; ++i) heads_->addItem(titleOfHead(i));
    onActivated(heads_, [](ExportSpec& spec, int index) {
        spec.isEachHead = index == 1; // the preview shows the first
        spec.heads = index == 0 ? std::vector<int>() : std::vector{std::max(0, index - kFirstHead)};
    });

    theme_ = named(form, tr("Theme"), new QComboBox);
    for (const Theme* theme : themes()) theme_->addItem(theme->shownName());
    onActivated(theme_, [](ExportSpec& spec, int index) { spec.theme = themes()[static_cast<std::size_t>(index)]; });
}

void ExportForm::addSize(QFormLayout& form) {
    sizes_ = named(form, tr("Size"), new QComboBox);
    for (const PaperWidth& one : kPaperWidths) sizes_->addItem(tr(one.name));
    sizes_->addItem(tr("Other width"));
    connect(sizes_, &QComboBox::activated, this, [this](int index) {
        if (index < static_cast<int>(kPaperWidths.size()))
            ask([index](ExportSpec& spec) { spec.widthMm = kPaperWidths[static_cast<std::size_t>(index)].mm; });
        else
            width_->setFocus();
    });
    const auto number = [&](const QString& name, int min, int max, const QString& unit) {
        auto* box = named(form, name, new QSpinBox);
        box->setRange(min, max);
        box->setSuffix(unit);
        box->setKeyboardTracking(false);
        return box;
    };
    // valueChanged comes from setValue(), too, with a known value. `none`: text of the minimum, which means no value.
    const auto follow = [this](QSpinBox* box, int ExportSpec::*member, const QString& none = {}) {
        box->setSpecialValueText(none);
        connect(box, &QSpinBox::valueChanged, this, [this, box, member, hasNone = !none.isEmpty()](int value) {
            const int wanted = hasNone && value == box->minimum() ? 0 : value;
            if (wanted != spec_.*member) ask([=](ExportSpec& spec) { spec.*member = wanted; });
        });
    };
    width_ = number(tr("Width"), kMinExportMm - 1, kMaxExportMm, tr(" mm"));
    follow(width_, &ExportSpec::widthMm, tr("Automatic"));
    dpi_ = number(tr("Resolution"), kMinExportDpi, kMaxExportDpi, tr(" dpi"));
    follow(dpi_, &ExportSpec::dpi);
    columns_ = number(tr("Heads in a row"), 0, kMaxExportColumns, QString());
    follow(columns_, &ExportSpec::columns, tr("Automatic"));
    text_ = number(tr("Text of tokens"), kMinExportText - 1, kMaxExportText, tr(" pt"));
    follow(text_, &ExportSpec::textPt, tr("Automatic"));
}

void ExportForm::addSwitches(QFormLayout& form) {
    const auto add = [&](const QString& name, auto turn) {
        QCheckBox* box = addSwitch(form, name);
        connect(box, &QCheckBox::clicked, this,
                [this, turn](bool on) { ask([&](ExportSpec& spec) { turn(spec, on); }); });
        return box;
    };
    for (const MapAction& action : mapActions())
        if (action.isOfPictures)
            switches_[&action] = add(action.shownName(),
                                     [this, &action](ExportSpec& spec, bool on) { action.turn(spec.maps, on); });
    crosshair_ = add(tr("Crosshair"), [](ExportSpec& spec, bool on) { spec.showsSelection = on; });
    title_ = add(tr("Title"), [](ExportSpec& spec, bool on) { spec.showsTitle = on; });
    labels_ = add(tr("Tokens at every map"), [](ExportSpec& spec, bool on) { spec.labelsEach = on; });
    const auto zoom = screenSpec(workbench_.state()).maps.zoom;
    part_ = add(tr("Only the part in sight"),
                [zoom](ExportSpec& spec, bool on) { spec.maps.zoom = on ? zoom : std::map<Side, SideSpan>(); });
    part_->setVisible(!zoom.empty());
}

void ExportForm::ask(const std::function<void(ExportSpec&)>& change) {
    ExportSpec spec = spec_;
    change(spec);
    emit asked(spec);
}

void ExportForm::present(const ExportSpec& spec) {
    spec_ = spec; // first, so that the controls bring known values
    format_->setCurrentIndex(static_cast<int>(spec.format));
    stages_->setCurrentIndex(static_cast<int>(std::ranges::find(choices_, spec.maps.stages) - choices_.begin()));
    stages_->setToolTip(stages_->currentText());
    heads_->setCurrentIndex(spec.isEachHead ? 1 : spec.heads.empty() ? 0 : spec.heads.front() + kFirstHead);
    theme_->setCurrentIndex(static_cast<int>(std::ranges::find(themes(), spec.theme) - themes().begin()));
    sizes_->setCurrentIndex(
        static_cast<int>(std::ranges::find(kPaperWidths, spec.widthMm, &PaperWidth::mm) - kPaperWidths.begin()));
    width_->setValue(spec.widthMm);
    dpi_->setValue(spec.dpi);
    dpi_->setEnabled(spec.format == ExportFormat::Png);
    columns_->setValue(spec.columns);
    text_->setValue(spec.textPt);
    for (const auto& [action, box] : switches_) box->setChecked(action->isOn(spec.maps));
    crosshair_->setChecked(spec.showsSelection);
    title_->setChecked(spec.showsTitle);
    labels_->setChecked(spec.labelsEach);
    part_->setChecked(!spec.maps.zoom.empty());
}

} // namespace headlight
