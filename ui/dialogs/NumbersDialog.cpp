#include "dialogs/NumbersDialog.h"

#include "base/numberText.h"
#include "dialogs/dialogColumn.h"
#include "style/textSize.h"

#include <QFrame>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kMaxRows = 6, kMaxColumns = 6, kMaxChoices = 6; // the number seen at once
constexpr int kDecimals = 4;                                  // as in the tables
constexpr int kMaxCellWidth = 110, kCellHeight = 22, kChoiceHeight = 28, kWidth = 420;

int seen(Index count, int max) { return static_cast<int>(std::min<Index>(count, max)); }

/// Returns a number, or dots if numbers are left out here.
QString textAt(const Matrix& numbers, int row, int column) {
    const bool isCut = (row == kMaxRows - 1 && numbers.rows() > kMaxRows) ||
                       (column == kMaxColumns - 1 && numbers.cols() > kMaxColumns);
    return isCut ? QStringLiteral("…")
                 : QString::fromStdString(fixedPoint(static_cast<double>(numbers(row, column)), kDecimals));
}

QListWidget* makeList(const std::vector<NumbersChoice>& choices, const QString& name) {
    auto* list = new QListWidget;
    list->setAccessibleName(name);
    list->setUniformItemSizes(true);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const NumbersChoice& choice : choices) {
        auto* item = new QListWidgetItem(choice.label, list);
        item->setSizeHint({0, textPx(kChoiceHeight)});
    }
    const int rows = std::min(static_cast<int>(choices.size()), kMaxChoices);
    list->setFixedHeight(rows * textPx(kChoiceHeight) + 2 * list->frameWidth() + textPx(8)); // with the sheet's padding
    return list;
}

/// Makes a table as large as the largest choice needs, so that nothing moves while the user chooses.
QTableWidget* makeTable(const std::vector<NumbersChoice>& choices, const QString& name) {
    auto* table = new QTableWidget;
    table->ensurePolished(); // the style sheet's font
    int rows = 1, columns = 1, width = 0;
    for (const NumbersChoice& choice : choices) {
        const Matrix& numbers = *choice.numbers;
        rows = std::max(rows, seen(numbers.rows(), kMaxRows));
        columns = std::max(columns, seen(numbers.cols(), kMaxColumns));
        for (int row = 0; row < seen(numbers.rows(), kMaxRows); ++row)
            for (int column = 0; column < seen(numbers.cols(), kMaxColumns); ++column)
                width = std::max(width, table->fontMetrics().horizontalAdvance(textAt(numbers, row, column)));
    }
    width = std::min(width + textPx(14), textPx(kMaxCellWidth));
    table->setAccessibleName(name);
    table->setFocusPolicy(Qt::NoFocus);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (QHeaderView* header : {table->horizontalHeader(), table->verticalHeader()}) {
        header->hide();
        header->setMinimumSectionSize(1);
    }
    table->horizontalHeader()->setDefaultSectionSize(width);
    table->verticalHeader()->setDefaultSectionSize(textPx(kCellHeight));
    table->setFixedSize(columns * width, rows * textPx(kCellHeight));
    return table;
}

} // namespace

NumbersDialog::NumbersDialog(const Words& words, std::vector<NumbersChoice> choices, std::optional<int> current,
                             QWidget* parent)
    : QDialog(parent),
      choices_(std::move(choices)),
      list_(makeList(choices_, tr("Choices"))),
      size_(new QLabel),
      preview_(makeTable(choices_, tr("Preview"))) {
    setWindowTitle(words.title);
    setAccessibleName(words.title);
    size_->setObjectName("caption");
    size_->setAccessibleDescription(tr("Size"));
    auto* card = new QFrame;
    card->setObjectName("card");
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(12, 10, 12, 10);
    inside->setSpacing(6);
    inside->addWidget(size_);
    inside->addWidget(preview_, 0, Qt::AlignLeft);
    auto* buttons = new QDialogButtonBox;
    take_ = buttons->addButton(words.button, QDialogButtonBox::AcceptRole);
    QPushButton* cancel = buttons->addButton(tr("&Cancel"), QDialogButtonBox::RejectRole);
    for (QPushButton* button : {take_, cancel}) {
        button->setAccessibleName(button->text().remove(QLatin1Char('&')));
        button->setAutoDefault(false);
    }
    take_->setDefault(true);
    connect(list_, &QListWidget::itemSelectionChanged, this, &NumbersDialog::present);
    QVBoxLayout* column = dialogColumn(*this);
    column->setSizeConstraint(QLayout::SetFixedSize); // as large as its texts
    QLabel* said = addQuestion(*column, words.question, words.reason);
    said->setAccessibleDescription(tr("Question"));
    said->setMinimumWidth(std::max(textPx(kWidth), preview_->width() + 24));
    column->addWidget(list_);
    column->addWidget(card);
    addButtons(*this, buttons);
    take_->setEnabled(false);
    list_->setFocus(); // makes the first row the current one, without choosing it
    if (current) list_->setCurrentRow(*current, QItemSelectionModel::ClearAndSelect);
}

int NumbersDialog::chosen() const { return list_->currentRow(); }

void NumbersDialog::present() {
    const Matrix& numbers = *choices_[static_cast<std::size_t>(chosen())].numbers;
    size_->setText(tr("Preview: %1 × %2").arg(numbers.rows()).arg(numbers.cols()));
    preview_->setRowCount(seen(numbers.rows(), kMaxRows));
    preview_->setColumnCount(seen(numbers.cols(), kMaxColumns));
    for (int row = 0; row < preview_->rowCount(); ++row)
        for (int col = 0; col < preview_->columnCount(); ++col) {
            auto* item = new QTableWidgetItem(textAt(numbers, row, col));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setFlags(Qt::ItemIsEnabled);
            preview_->setItem(row, col, item);
        }
    take_->setEnabled(!list_->selectedItems().isEmpty());
}

std::optional<int> askForNumbers(const NumbersDialog::Words& words, std::vector<NumbersChoice> choices,
                                 std::optional<int> current, QWidget* parent) {
    NumbersDialog dialog(words, std::move(choices), current, parent);
    return dialog.exec() == QDialog::Accepted ? std::optional(dialog.chosen()) : std::nullopt;
}

} // namespace headlight
