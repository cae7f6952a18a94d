#pragma once

#include "panels/Panel.h"
#include "plot/Chart.h"
#include "session/Session.h"
#include "session/View.h"

#include <memory>
#include <optional>
#include <string>

class QLabel;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace headlight {

class StatisticsTable;

/// Statistics of the weights, before dropout: tables of all heads and of the queries of the selected head, and charts,
/// below the maps. It asks only for what it shows, later than the maps. For large sessions it asks for fewer heads
/// unless the user wants all, and not while a number is dragged.
class StatisticsPanel : public Panel {
    Q_OBJECT

public:
    explicit StatisticsPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void appeared(bool on); ///< false: it was hidden
    /// `csv`: the numbers of the visible table or chart; `chart`: nullopt for a table; `what`: its name and its head.
    void exportWanted(const QString& what, const std::string& csv, const std::optional<ChartContent>& chart);

protected:
    void forgetWords() override;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;

private:
    enum Page { Heads, Rows, Weights, EntropyOfHeads, EntropyOfRows, PageCount };
    Page page() const;
    void addHead(QLayout& all);
    Request wanted(const ViewState& state) const;
    void showAnswer(const ViewState& state, const Response& response);
    QString note(const ViewState& state, const Response& response) const;
    QString whose(const View& view, const Session& session) const;
    void say(const QString& text);
    void exportShown();
    void choose(const StatisticsDemand& head, int query);
    void pick(int value); ///< takes a click on a value of the chart

    QTabBar* pages_;
    QLabel *note_, *message_;
    QToolButton *all_, *export_;
    std::optional<Session> allOf_; ///< the session of which the user wants all heads
    QStackedWidget* stack_;
    StatisticsTable *heads_, *rows_;
    Chart* chart_;
    std::shared_ptr<const Response> shown_;
};

} // namespace headlight
