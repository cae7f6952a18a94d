#pragma once

#include "panels/statistics/StatisticsModel.h"

#include <QTableView>

namespace headlight {

/// A table of statistics. A click on a title sorts by it, and so does Space for the column of the current cell; once
/// more, in reverse order.
class StatisticsTable : public QTableView {
    Q_OBJECT

public:
    StatisticsTable(StatisticsModel::Level level, const QString& name, QWidget* parent = nullptr);
    StatisticsModel& lines() const { return *model_; }
    void select(int line); ///< the column stays; -1: none

signals:
    void lineWanted(int line); ///< a person went to it
    void sorted();

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    StatisticsModel* model_;
};

} // namespace headlight
