#include "panels/maps/ColoursPopup.h"

#include "controls/IconButton.h"
#include "panels/maps/ColourForm.h"
#include "plot/CellFormat.h"
#include "style/wrappedLabel.h"
#include "words/wording.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace headlight {

ColoursPopup::ColoursPopup(QWidget* parent) : PopupBase(tr("Colours"), parent) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 12, 16, 14);
    form->setLabelAlignment(Qt::AlignLeft);
    unsigned_ = new ColourForm(*form, tr("Weights"), false, this);
    connect(unsigned_, &ColourForm::chosen, this,
            [this](const ColourChoice& colours) { choose([&](MapOptions& o) { o.unsignedColours = colours; }); });
    signed_ = new ColourForm(*form, tr("Scores and vectors"), true, this);
    connect(signed_, &ColourForm::chosen, this,
            [this](const ColourChoice& colours) { choose([&](MapOptions& o) { o.signedColours = colours; }); });

    auto* heading = new QLabel(tr("When several cells share a pixel"));
    heading->setObjectName("title");
    form->addRow(heading);
    pooling_ = new QComboBox;
    pooling_->setAccessibleName(tr("A pixel shows"));
    for (const PoolingInfo& info : kPoolingList) pooling_->addItem(fromCore(info.name));
    pooling_->setItemText(0, tr("Largest magnitude"));
    connect(pooling_, &QComboBox::activated, this, [this](int index) {
        choose([&](MapOptions& o) { o.pooling = kPoolingList[static_cast<std::size_t>(index)].pooling; });
    });
    form->addRow(tr("Show"), pooling_);
    addDecimals(*form);
    QPushButton* usual = textButton(tr("Reset"), tr("Reset"), tr("Use the default colours and decimals"));
    connect(usual, &QPushButton::clicked, this, [this] {
        choose([](MapOptions& o) {
            const MapOptions fresh;
            o.signedColours = fresh.signedColours;
            o.unsignedColours = fresh.unsignedColours;
            o.pooling = fresh.pooling;
            o.decimals = fresh.decimals;
        });
    });
    form->addRow(usual);
}

void ColoursPopup::addDecimals(QFormLayout& form) {
    constexpr int kMin = 2;
    auto* heading = new QLabel(tr("Numbers in cells"));
    heading->setObjectName("title");
    form.addRow(heading);
    decimals_ = new QComboBox;
    decimals_->setAccessibleName(tr("Decimals"));
    decimals_->addItem(tr("Automatic"));
    for (int count = kMin; count <= kMaxDecimals; ++count) decimals_->addItem(QString::number(count), count);
    connect(decimals_, &QComboBox::activated, this, [this](int index) {
        const QVariant count = decimals_->itemData(index);
        choose([&](MapOptions& o) { o.decimals = count.isValid() ? std::optional(count.toInt()) : std::nullopt; });
    });
    form.addRow(tr("Decimals"), decimals_);
    form.addRow(fewer_ = wrappedLabel({}, "caption"));
}

void ColoursPopup::present(const MapOptions& options, const Range& signedRange, const Range& unsignedRange,
                           int shownDecimals, const Theme& theme) {
    options_ = options;
    signed_->present(options.signedColours, signedRange, theme);
    unsigned_->present(options.unsignedColours, unsignedRange, theme);
    pooling_->setCurrentIndex(static_cast<int>(options.pooling));
    decimals_->setCurrentIndex(options.decimals ? decimals_->findData(*options.decimals) : 0);
    const bool isReduced = options.numbers && options.decimals && shownDecimals < *options.decimals;
    fewer_->setVisible(isReduced);
    fewer_->setText(shownDecimals < 0 ? tr("The cells are too small for numbers. Zoom in, or enlarge a head.")
                                      : tr("The cells have room for fewer: some maps show %1.").arg(shownDecimals));
    if (isVisible()) adjustSize(); // fields are shown and hidden
}

void ColoursPopup::showBelow(const QWidget& button) {
    adjustSize();
    showAt(button.mapToGlobal(QPoint(button.width() - width(), button.height() + 4)));
}

} // namespace headlight
