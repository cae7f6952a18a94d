#include "panels/statistics/StatisticsModel.h"

#include "base/numberText.h"
#include "panels/statistics/statisticsWords.h"
#include "plot/TokenLabels.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/tokenText.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

QString tokenAt(const Text& text, int place) {
    return elided(shownToken(text.tokens->texts[static_cast<std::size_t>(place)]), 24);
}

} // namespace

StatisticsModel::StatisticsModel(Level level, QObject* parent) : QAbstractTableModel(parent), level_(level) {
    using What = Column::What;
    columns_ = level == Level::Heads ? std::vector<Column>{{What::Layer}, {What::Head}}
                                     : std::vector<Column>{{What::Query}, {What::Token}};
    for (int m = 0; m < static_cast<int>(Measure::End); ++m) {
        columns_.push_back({What::Measure, static_cast<Measure>(m)});
        if (static_cast<Measure>(m) == Measure::Largest && level == Level::Rows) columns_.push_back({What::Key});
    }
}

int StatisticsModel::lines() const {
    if (level_ == Level::Heads) return static_cast<int>(statistics_.size());
    return statistics_.empty() ? 0 : static_cast<int>(statistics_[0]->rows.size());
}

void StatisticsModel::setStatistics(AllStatistics statistics, const Session& session, bool mayMove) {
    std::erase(statistics, nullptr);
    const bool isSame = statistics == statistics_ && session.text.tokens == session_.text.tokens &&
                        keyText(session).tokens == keyText(session_).tokens;
    if (isSame && (isInOrder_ || !mayMove)) return;
    const int before = rowCount();
    const auto take = [&] {
        statistics_ = std::move(statistics);
        session_ = session;
    };
    if (statistics.size() != statistics_.size() || before == 0 ||
        (level_ == Level::Rows && std::ssize(statistics.at(0)->rows) != before)) {
        beginResetModel();
        take();
        order_.resize(static_cast<std::size_t>(lines()));
        putInOrder();
        endResetModel();
        return;
    }
    take();
    isInOrder_ = false;
    if (mayMove) putInOrder();
    emit dataChanged(index(0, 0), index(before - 1, columnCount() - 1));
}

void StatisticsModel::forgetNames() {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const HeadStatistics& StatisticsModel::headOf(int line) const {
    return *statistics_[level_ == Level::Heads ? static_cast<std::size_t>(placeOf(line)) : 0];
}

int StatisticsModel::queryOf(int line) const { return placeOf(line); }

int StatisticsModel::lineOf(const StatisticsDemand& head, int query) const {
    for (int line = 0; line < rowCount(); ++line)
        if (headOf(line).of == head && (level_ == Level::Heads || placeOf(line) == query)) return line;
    return -1;
}

int StatisticsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int StatisticsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

std::optional<double> StatisticsModel::value(int place, Measure measure) const {
    const auto at = static_cast<std::size_t>(place);
    if (level_ == Level::Rows) return statistics_[0]->rows[at][measure];
    const MeasureMean& mean = statistics_[at]->mean(measure);
    return mean.rows > 0 ? std::optional(mean.mean) : std::nullopt;
}

int StatisticsModel::keyOf(int place) const {
    return static_cast<int>(statistics_[0]->rows[static_cast<std::size_t>(place)].largestAt);
}

StatisticsModel::SortKey StatisticsModel::sortKey(int place, const Column& column) const {
    switch (column.what) {
    case Column::What::Head:
        return {true, static_cast<double>(statistics_[static_cast<std::size_t>(place)]->of.head), {}};
    case Column::What::Layer:
    case Column::What::Query: return {true, static_cast<double>(place), {}}; // as they come
    case Column::What::Token: return {true, 0, text(place, column)};
    case Column::What::Key: return {keyOf(place) >= 0, 0, text(place, column)};
    case Column::What::Measure: break;
    }
    const auto number = value(place, column.measure);
    return {number.has_value(), number.value_or(0), {}};
}

QString StatisticsModel::text(int place, const Column& column) const {
    const auto at = static_cast<std::size_t>(place);
    switch (column.what) {
    case Column::What::Layer: return placeText(statistics_[at]->of.layer);
    case Column::What::Head: return placeText(statistics_[at]->of.head);
    case Column::What::Query: return placeText(place);
    case Column::What::Token: return tokenAt(session_.text, place);
    case Column::What::Key: return keyOf(place) < 0 ? QString() : tokenAt(keyText(session_), keyOf(place));
    case Column::What::Measure: break;
    }
    const auto number = value(place, column.measure);
    return number ? inFull(*number) : QString();
}

QString StatisticsModel::tip(int place, const Column& column) const {
    if (column.what == Column::What::Key)
        return keyOf(place) < 0
                   ? tr("No key has a largest weight")
                   : tr("Key %1: %2").arg(placeText(keyOf(place)), tokenAt(keyText(session_), keyOf(place)));
    if (column.what != Column::What::Measure) return {};
    const HeadStatistics& head = *statistics_[level_ == Level::Heads ? static_cast<std::size_t>(place) : 0];
    const auto number = value(place, column.measure);
    if (!number) return whyUndefined(column.measure, head, level_ == Level::Heads ? -1 : place, session_);
    const QString digits = QString::fromStdString(shortest(*number));
    if (level_ == Level::Rows) return digits;
    return tr("%1, the mean of %2 of %3 rows").arg(digits).arg(head.mean(column.measure).rows).arg(head.rows.size());
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Column& column = columns_[static_cast<std::size_t>(index.column())];
    const int place = placeOf(index.row());
    const bool isText = column.what == Column::What::Token || column.what == Column::What::Key;
    if (role == Qt::DisplayRole) return text(place, column);
    if (role == Qt::ToolTipRole) return plainTip(tip(place, column));
    if (role == Qt::AccessibleDescriptionRole) return tip(place, column);
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
    return {};
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const Column& column = columns_[static_cast<std::size_t>(section)];
    const bool isText = column.what == Column::What::Token || column.what == Column::What::Key;
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole && column.what == Column::What::Measure)
        return level_ == Level::Rows ? tipOf(column.measure)
                                     : tr("%1; the mean of the rows where it is defined").arg(tipOf(column.measure));
    if (role == Qt::ToolTipRole && column.what == Column::What::Key) return tr("The key that has the largest weight");
    if (role != Qt::DisplayRole) return {};
    if (section != sortedBy_) return title(column);
    return title(column) + (sortOrder_ == Qt::AscendingOrder ? QStringLiteral(u" \u2191") : QStringLiteral(u" \u2193"));
}

QString StatisticsModel::title(const Column& column) {
    switch (column.what) {
    case Column::What::Layer: return tr("Layer");
    case Column::What::Head: return tr("Head");
    case Column::What::Query: return tr("Query");
    case Column::What::Token: return tr("Token");
    case Column::What::Key: return tr("at");
    case Column::What::Measure: break;
    }
    return titleOf(column.measure);
}

void StatisticsModel::sort(int column, Qt::SortOrder order) {
    if (column == sortedBy_ && order == sortOrder_) return;
    sortedBy_ = column;
    sortOrder_ = order;
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (order_.empty()) return;
    putInOrder();
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void StatisticsModel::putInOrder() {
    std::iota(order_.begin(), order_.end(), 0);
    isInOrder_ = true;
    if (sortedBy_ < 0) return;
    std::vector<SortKey> keys;
    for (const int place : order_) keys.push_back(sortKey(place, columns_[static_cast<std::size_t>(sortedBy_)]));
    const auto key = [&](int place) -> const SortKey& { return keys[static_cast<std::size_t>(place)]; };
    const auto defined = std::stable_partition(order_.begin(), order_.end(),
                                               [&](int place) { return key(place).isThere; });
    const auto isLess = [&](int a, int b) {
        return key(a).number != key(b).number ? key(a).number < key(b).number : key(a).text < key(b).text;
    };
    std::stable_sort(order_.begin(), defined,
                     [&](int a, int b) { return sortOrder_ == Qt::AscendingOrder ? isLess(a, b) : isLess(b, a); });
}

} // namespace headlight
