#include "panels/parameters/ParametersCaption.h"

#include "controls/ElidedLabel.h"
#include "controls/IconButton.h"
#include "panels/parameters/ParametersTable.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace headlight {

ParametersCaption::ParametersCaption(const char* look, ParametersTable* table, const Buttons& names)
    : caption_(new ElidedLabel({}, look)),
      table_(table),
      copy_(textButton(names.haveMnemonics ? tr("&Copy") : tr("Copy"), names.copy, names.copyTip)),
      paste_(textButton(names.haveMnemonics ? tr("&Paste") : tr("Paste"), names.paste,
                        tr("Paste numbers over the whole matrix: spreadsheet, NumPy or PyTorch output, JSON"))) {
    caption_->setTextFormat(Qt::RichText);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2); // before a button
    row->addWidget(caption_, 1);
    row->addWidget(copy_);
    row->addWidget(paste_);
    connect(copy_, &QPushButton::clicked, table, &MatrixView::copySelection);
    connect(paste_, &QPushButton::clicked, table, [table] { table->pasteOver(); });
}

void ParametersCaption::present(const QStringList& texts, const QString& origin) {
    if (texts == texts_ && origin == origin_) return;
    texts_ = texts;
    origin_ = origin;
    fit();
}

void ParametersCaption::setReadOnly(bool on) {
    table_->setReadOnly(on);
    paste_->setEnabled(!on);
}

void ParametersCaption::fit() {
    const int space = width() - copy_->sizeHint().width() - paste_->sizeHint().width() - 2 * layout()->spacing();
    for (const QString& text : texts_) {
        caption_->setText(text);
        if (caption_->sizeHint().width() <= space) break;
    }
    QStringList tip;
    if (caption_->text() != texts_.value(0)) tip << texts_.value(0);
    for (const QString& line : origin_.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) tip << line.toHtmlEscaped();
    caption_->setToolTip(tip.join(QStringLiteral("<br>")));
}

} // namespace headlight
