#pragma once

#include "engine/Frame.h"
#include "session/Session.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <memory>
#include <vector>

namespace headlight {

using AllStatistics = std::vector<std::shared_ptr<const HeadStatistics>>;

/// Statistics as a table that can be sorted: a line for each head with the means of its rows, or one for each query of
/// one head. Lines without a value in the sorted column are last in both orders.
class StatisticsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Level { Heads, Rows };
    struct Line {
        const HeadStatistics* head;
        int query; ///< -1: the means over all queries
    };
    explicit StatisticsModel(Level level, QObject* parent = nullptr);

    /// Shows the statistics that are not null, of heads of `session`. `mayMove`: lines may be sorted anew.
    void setStatistics(AllStatistics statistics, const Session& session, bool mayMove);
    void makeLines(); ///< must also be called when positions are counted differently
    const Line& line(int row) const { return lines_[static_cast<std::size_t>(order_[static_cast<std::size_t>(row)])]; }
    int rowOf(const StatisticsDemand& head, int query) const; ///< -1: there is none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    std::optional<double> value(const Line& line, int column) const; ///< `column`: a measure
    QString text(const Line& line, int column) const;
    QString title(int column) const;
    QString tip(const Line& line, int column) const;
    bool isOff(const Line& line) const; ///< the line is of a head that is switched off
    bool isWord(int column) const { return level_ == Level::Rows && (column == kSecond || column == kKey); }
    void putInOrder();

    static constexpr int kFirst = -1, kSecond = -2, kKey = -3; ///< columns of names; the others are measures
    Level level_;
    std::vector<int> columns_{kFirst, kSecond};
    AllStatistics statistics_;
    Session session_;
    std::vector<Line> lines_; ///< unsorted
    std::vector<int> order_;  ///< for each row, the index of its line
    bool isInOrder_ = true;
    int sortedBy_ = 0;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

/// A table of statistics. A click on a title, or Space in a column, sorts by that column; a second time, in reverse.
class StatisticsTable : public QTableView {
    Q_OBJECT

public:
    StatisticsTable(StatisticsModel::Level level, const QString& name, QWidget* parent = nullptr);
    StatisticsModel& lines() const { return *model_; }
    void select(int line); ///< keeps the current column; -1: none

signals:
    void lineWanted(int line); ///< the user went to this line
    void sorted();

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    StatisticsModel* model_;
};

} // namespace headlight
