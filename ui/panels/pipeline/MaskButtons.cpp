#include "panels/pipeline/MaskButtons.h"

#include "controls/IconButton.h"
#include "document/mapActions.h"
#include "style/wrappedLabel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

MaskButtons::MaskButtons(QWidget* parent)
    : QWidget(parent), edit_(textButton(tr("Edit in the map"), tr("Edit in the map"), {})) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    edit_->setCheckable(true);
    connect(edit_, &QPushButton::clicked, this, &MaskButtons::editWanted);
    QPushButton* paste = textButton(
        tr("Paste"), tr("Paste mask"),
        tr("Paste a mask of queries × keys, or one row of keys: 1 or True means that a query may attend, or 0 and -inf "
           "as added to scores. Where True means hidden, as in nn.MultiheadAttention, use Invert afterwards"));
    connect(paste, &QPushButton::clicked, this, [this] { emit pasteWanted(QApplication::clipboard()->text()); });
    auto* first = new QHBoxLayout;
    first->addWidget(edit_, 1);
    first->addWidget(paste);
    column->addLayout(first);
    column->addWidget(wrappedLabel(maskAction().shownTip(), "caption"));
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    const auto add = [&](MaskFill fill, const QString& name, const QString& tip) {
        QPushButton* button = textButton(name, name, tip);
        connect(button, &QPushButton::clicked, this, [this, fill, name] { emit fillWanted(fill, name); });
        row->addWidget(button);
    };
    add(MaskFill::All, tr("Show all"), tr("Every query may attend to every key"));
    add(MaskFill::None, tr("Hide all"), tr("No query may attend to any key"));
    add(MaskFill::Causal, tr("Causal"), tr("No query may attend to keys after it"));
    add(MaskFill::Invert, tr("Invert"), tr("Swap allowed and hidden cells"));
    row->addStretch();
    column->addLayout(row);
}

void MaskButtons::present(bool isEdited) { edit_->setChecked(isEdited); }

} // namespace headlight
