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
    explicit StatisticsModel(Level level, QObject* parent = nullptr);

    /// Of `session`: of all heads that are there, or of the queries of one. `mayMove`: lines are sorted anew.
    void setStatistics(AllStatistics statistics, const Session& session, bool mayMove);
    void forgetNames(); ///< places are counted otherwise
    const HeadStatistics& headOf(int line) const;
    int queryOf(int line) const;                               ///< of Level::Rows
    int lineOf(const StatisticsDemand& head, int query) const; ///< -1: there is none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Column {
        enum class What { Layer, Head, Query, Token, Key, Measure };
        What what;
        Measure measure = Measure::End;
    };
    struct SortKey {
        bool isThere = false;
        double number = 0;
        QString text;
    };
    static QString title(const Column& column);
    int placeOf(int line) const { return order_[static_cast<std::size_t>(line)]; }
    int lines() const;
    std::optional<double> value(int place, Measure measure) const;
    int keyOf(int place) const; ///< with the largest weight; -1: none
    SortKey sortKey(int place, const Column& column) const;
    QString text(int place, const Column& column) const;
    QString tip(int place, const Column& column) const;
    void putInOrder();

    Level level_;
    std::vector<Column> columns_;
    AllStatistics statistics_;
    Session session_;
    std::vector<int> order_; ///< of each line its place in the sentence, or among the heads
    bool isInOrder_ = true;
    int sortedBy_ = 0;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

} // namespace headlight
