#pragma once

#include "engine/HeadStatistics.h"
#include "session/Session.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace headlight {

using AllStatistics = std::vector<std::shared_ptr<const HeadStatistics>>;

/// Statistics as a table that can be sorted: a line for each head with the means of its rows, or one for each query of
/// one head. Lines that have nothing in the column stand last, whichever way it is sorted.
class StatisticsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Level { Heads, Rows };
    struct Line {
        const HeadStatistics* head;
        int query; ///< -1: the means of all
    };
    explicit StatisticsModel(Level level, QObject* parent = nullptr);

    /// Of `session`: of the heads, or of one, that are not null. `mayMove`: lines are sorted anew.
    void setStatistics(AllStatistics statistics, const Session& session, bool mayMove);
    void makeLines(); ///< anew: places are counted otherwise
    const Line& line(int row) const { return lines_[static_cast<std::size_t>(order_[static_cast<std::size_t>(row)])]; }
    int rowOf(const StatisticsDemand& head, int query) const; ///< -1: there is none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    std::optional<double> value(const Line& line, int column) const; ///< of a measure
    QString text(const Line& line, int column) const;
    QString title(int column) const;
    QString tip(const Line& line, int column) const;
    bool isWord(int column) const { return level_ == Level::Rows && (column == kSecond || column == kKey); }
    void putInOrder();

    static constexpr int kFirst = -1, kSecond = -2, kKey = -3; ///< columns of names; the others are measures
    Level level_;
    std::vector<int> columns_{kFirst, kSecond};
    AllStatistics statistics_;
    Session session_;
    std::vector<Line> lines_; ///< as they come
    std::vector<int> order_;  ///< which of them stands in each row
    bool isInOrder_ = true;
    int sortedBy_ = 0;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

} // namespace headlight
