#include "panels/maps/DisplayPopup.h"

#include "controls/buttons.h"
#include "dialogs/dialogColumn.h"
#include "document/Workbench.h"
#include "document/mapActions.h"
#include "panels/maps/ColourForm.h"
#include "plot/CellFormat.h"
#include "words/wording.h"

#include <QComboBox>
#include <QPushButton>

namespace headlight {
namespace {

enum Numbers { Automatic, Always, Off };

} // namespace

DisplayPopup::DisplayPopup(Workbench& workbench, QWidget* parent)
    : PopupBase(tr("Display"), parent), workbench_(workbench) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 12, 16, 14);
    form->setLabelAlignment(Qt::AlignLeft);
    addNumbers(*form);
    addColours(*form);
    QPushButton* usual = textButton(tr("Reset"), tr("Reset"), tr("Use the default numbers and colours"));
    connect(usual, &QPushButton::clicked, this, [this] {
        workbench_.look([](MapOptions& o) {
            const MapOptions fresh;
            o.numbers = fresh.numbers;
            o.numbersAlways = fresh.numbersAlways;
            o.decimals = fresh.decimals;
            o.signedColours = fresh.signedColours;
            o.unsignedColours = fresh.unsignedColours;
            o.scalePerHead = fresh.scalePerHead;
            o.rangeWithoutFirst = fresh.rangeWithoutFirst;
            o.pooling = fresh.pooling;
        });
    });
    form->addRow(usual);
}

void DisplayPopup::addNumbers(QFormLayout& form) {
    constexpr int kMin = 2; // decimals
    form.addRow(wrappedLabel(tr("Numbers in cells"), "title"));
    numbers_ = named(form, tr("Numbers"), new QComboBox);
    numbers_->setToolTip(tr("Always: cells are large enough for numbers, and the maps scroll (up to 64 tokens)"));
    numbers_->addItems({tr("Automatic"), tr("Always"), tr("Off")}); // in the order of Numbers
    connect(numbers_, &QComboBox::activated, this, [this](int index) {
        workbench_.look([index](MapOptions& o) {
            o.numbers = index != Off;
            o.numbersAlways = index == Always;
        });
    });
    decimals_ = named(form, tr("Decimals"), new QComboBox);
    decimals_->addItem(tr("Automatic"));
    for (int count = kMin; count <= kMaxDecimals; ++count) decimals_->addItem(QString::number(count), count);
    connect(decimals_, &QComboBox::activated, this, [this](int index) {
        const QVariant count = decimals_->itemData(index);
        workbench_.look(
            [count](MapOptions& o) { o.decimals = count.isValid() ? std::optional(count.toInt()) : std::nullopt; });
    });
    form.addRow(fewer_ = wrappedLabel({}, "caption"));
}

void DisplayPopup::addColours(QFormLayout& form) {
    unsigned_ = new ColourForm(form, tr("Weights"), false, workbench_, this);
    signed_ = new ColourForm(form, tr("Scores and vectors"), true, workbench_, this);
    form.addRow(wrappedLabel(tr("All maps"), "title"));
    const MapAction& same = sameColoursAction();
    sameColours_ = addBox(form, same.shownName(), same.shownTip(), same.turn);
    withoutFirst_ = addBox(
        form, tr("Leave the first token out of the range"),
        tr("In many models most of the weight is on the first token; without it in the range, colours "
           "tell the others apart"),
        [](MapOptions& o, bool on) { o.rangeWithoutFirst = on; });
    pooling_ = named(form, tr("A pixel shows"), new QComboBox);
    pooling_->setToolTip(tr("When several cells share a pixel"));
    for (const PoolingInfo& info : kPoolingList) pooling_->addItem(fromCore(info.name));
    pooling_->setItemText(0, tr("Largest magnitude"));
    connect(pooling_, &QComboBox::activated, this, [this](int index) {
        workbench_.look([index](MapOptions& o) { o.pooling = kPoolingList[static_cast<std::size_t>(index)].pooling; });
    });
}

template <class Change>
QCheckBox* DisplayPopup::addBox(QFormLayout& form, const QString& text, const QString& tip, Change change) {
    auto* box = new QCheckBox(text);
    box->setAccessibleName(text);
    box->setToolTip(tip);
    connect(box, &QCheckBox::clicked, this,
            [this, change](bool on) { workbench_.look([=](MapOptions& options) { change(options, on); }); });
    form.addRow(box);
    return box;
}

void DisplayPopup::present(const MapOptions& options, const ShownMaps& shown, const Theme& theme) {
    numbers_->setCurrentIndex(!options.numbers ? Off : options.numbersAlways ? Always : Automatic);
    decimals_->setCurrentIndex(options.decimals ? decimals_->findData(*options.decimals) : 0);
    decimals_->setEnabled(options.numbers);
    const int count = shown.decimals ? shown.decimals->first : kMaxDecimals;
    fewer_->setVisible(options.numbers && (count < 0 || (options.decimals && count < *options.decimals)));
    fewer_->setText(count >= 0              ? tr("Some maps have room for only %1").arg(count)
                    : options.numbersAlways ? tr("No room: zoom in")
                                            : tr("No room: zoom in, or choose Always"));
    signed_->present(options.signedColours, shown.ofSigned, theme, nullptr);
    unsigned_->present(options.unsignedColours, shown.ofUnsigned, theme, shown.curve);
    sameColours_->setChecked(!options.scalePerHead);
    withoutFirst_->setChecked(options.rangeWithoutFirst);
    pooling_->setCurrentIndex(static_cast<int>(options.pooling));
    if (isVisible()) adjustSize(); // fields are shown and hidden
}

} // namespace headlight
