#pragma once

#include "panels/statistics/StatisticsModel.h"

#include <QTableView>

namespace headlight {

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
