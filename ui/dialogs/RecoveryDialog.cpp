#include "dialogs/RecoveryDialog.h"

#include "dialogs/dialogColumn.h"

#include <QDateTime>
#include <QDir>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
#include <QTreeWidget>

namespace headlight {
namespace {

enum Column { kTitle, kTime, kEdits, kFile };

QTreeWidgetItem* makeRow(const JournalNote& work, int rowHeight) {
    const QString title = QString::fromStdString(work.title), path = QString::fromStdString(work.file),
                  file = path.isEmpty() ? RecoveryDialog::tr("never saved") : QDir::toNativeSeparators(path);
    auto* row = new QTreeWidgetItem;
    row->setText(kTitle, title);
    row->setText(kTime, QLocale().toString(QDateTime::fromSecsSinceEpoch(work.time), QLocale::ShortFormat));
    row->setText(kEdits, QString::number(work.edits)); // without separators, as all numbers of the window
    row->setTextAlignment(kEdits, Qt::AlignCenter);
    row->setText(kFile, file);
    row->setSizeHint(kTitle, {0, rowHeight}); // sets the height of the row; no column follows this width
    row->setToolTip(kTitle, title.toHtmlEscaped());
    row->setToolTip(kFile, file.toHtmlEscaped());
    return row;
}

} // namespace

RecoveryDialog::RecoveryDialog(const std::vector<JournalNote>& works, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Unsaved work"));
    QVBoxLayout* rows = dialogColumn(*this);
    addQuestion(*rows, tr("Restore unsaved work?"),
                tr("These sessions have unsaved changes, for example because Headlight closed unexpectedly. Files stay "
                   "untouched until you save."));

    list_ = new QTreeWidget;
    list_->setAccessibleName(tr("Unsaved work"));
    list_->setHeaderLabels({tr("Name"), tr("Last edit"), tr("Edits"), tr("File")});
    list_->headerItem()->setTextAlignment(kEdits, Qt::AlignCenter);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setAllColumnsShowFocus(true);
    for (const JournalNote& work : works) list_->addTopLevelItem(makeRow(work, fontMetrics().height() * 2));
    list_->header()->setStretchLastSection(true);
    for (const int column : {kTime, kEdits})
        list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    list_->setColumnWidth(kTitle, fontMetrics().averageCharWidth() * 38);
    list_->setCurrentItem(list_->topLevelItem(0));
    rows->addWidget(list_, 1);

    auto* buttons = new QDialogButtonBox;
    QPushButton* restore = buttons->addButton(tr("&Restore"), QDialogButtonBox::AcceptRole);
    auto* later = buttons->addButton(tr("&Not now"), QDialogButtonBox::RejectRole);
    QPushButton* remove = buttons->addButton(tr("&Delete"), QDialogButtonBox::DestructiveRole);
    later->setToolTip(tr("You can restore this work at the next start or with File > Restore unsaved work"));
    restore->setDefault(true);
    for (QPushButton* other : {later, remove}) other->setAutoDefault(false);
    connect(remove, &QPushButton::clicked, this, [this] { emit deleteWanted(chosen()); });
    connect(list_, &QTreeWidget::itemActivated, this, &QDialog::accept);
    const auto follow = [this, restore, remove] {
        for (QPushButton* button : {restore, remove}) button->setEnabled(list_->currentItem() != nullptr);
    };
    connect(list_, &QTreeWidget::currentItemChanged, this, follow);
    follow();
    addButtons(*this, buttons);
    resize(QSize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 15)
               .boundedTo(screen()->availableSize() * 0.9));
    list_->setFocus();
}

int RecoveryDialog::chosen() const { return list_->indexOfTopLevelItem(list_->currentItem()); }

void RecoveryDialog::remove(int row) {
    delete list_->takeTopLevelItem(row);
    if (list_->topLevelItemCount() == 0) reject();
}

} // namespace headlight
