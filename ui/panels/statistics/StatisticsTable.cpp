#include "panels/statistics/StatisticsTable.h"

#include "style/textSize.h"

#include <QHeaderView>
#include <QKeyEvent>

namespace headlight {

constexpr int kMinColumn = 66; // px: eleven columns fit into a window of 1280 px

StatisticsTable::StatisticsTable(StatisticsModel::Level level, const QString& name, QWidget* parent)
    : QTableView(parent), model_(new StatisticsModel(level, this)) {
    setAccessibleName(name);
    setObjectName(QStringLiteral("lines"));
    setModel(model_);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setCornerWidget(new QWidget); // else the style draws a box between the scroll bars
    setFrameShape(NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    followTextSize(*this, [this] {
        setFont(textFont(9));
        verticalHeader()->setDefaultSectionSize(textPx(22));
        horizontalHeader()->setMinimumSectionSize(textPx(kMinColumn));
    });
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &StatisticsTable::sorted);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid()) emit lineWanted(index.row());
    });
}

void StatisticsTable::select(int line) {
    const QModelIndex now = currentIndex(), to = model_->index(line, std::max(0, now.column()));
    if (to != now || !selectionModel()->isSelected(to)) setCurrentIndex(to);
}

void StatisticsTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || !currentIndex().isValid()) return QTableView::keyPressEvent(event);
    const QHeaderView& header = *horizontalHeader();
    const int column = currentIndex().column();
    const bool isAgain = header.sortIndicatorSection() == column && header.sortIndicatorOrder() == Qt::AscendingOrder;
    sortByColumn(column, isAgain ? Qt::DescendingOrder : Qt::AscendingOrder);
}

} // namespace headlight
