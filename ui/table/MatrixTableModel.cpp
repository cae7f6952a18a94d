#include "table/MatrixTableModel.h"

#include "base/numberText.h"
#include "base/sameBits.h"
#include "words/conventions.h"
#include "words/tokenText.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {
namespace {

constexpr int kDecimals = 4; // as the notebooks print

/// Returns the largest finite magnitude, negative if any number is.
float widestOf(const float* row, int columns) {
    float largest = 0;
    bool isNegative = false;
    for (int c = 0; c < columns; ++c) {
        if (const float v = std::abs(row[c]); v > largest && std::isfinite(v)) largest = v;
        isNegative = isNegative || row[c] < 0;
    }
    return isNegative ? -largest : largest;
}

/// The first and last index where something differs; first > last: nowhere.
struct Span {
    int first = 0, last = -1;
    bool empty() const { return first > last; }
};

template <class Differs>
Span spanWhere(int count, const Differs& differs) {
    Span span{0, count - 1};
    while (!span.empty() && !differs(span.first)) ++span.first;
    while (!span.empty() && !differs(span.last)) --span.last;
    return span;
}

} // namespace

void MatrixTableModel::setRows(const RowSource& rows, const QStringList& rowLabels, const QStringList& columnLabels) {
    const bool newRowLabels = rowLabels != rowLabels_, newColumnLabels = columnLabels != columnLabels_;
    rowLabels_ = rowLabels;
    columnLabels_ = columnLabels;
    if (rows != source_) {
        const RowSource before = source_;
        const float widestBefore = widest();
        const std::vector<int> differing = takeRows(rows);
        resize(rows.rows(), rows.columns());
        tellDifference(before, differing, widestBefore);
    }
    if (newRowLabels && rows_ > 0) emit headerDataChanged(Qt::Vertical, 0, rows_ - 1);
    if (newColumnLabels && columns_ > 0) emit headerDataChanged(Qt::Horizontal, 0, columns_ - 1);
}

/// Takes the rows, and returns the indices of earlier rows that have other numbers now, ascending. Rows at the same
/// address are not compared.
std::vector<int> MatrixTableModel::takeRows(const RowSource& rows) {
    const RowSource before = std::exchange(source_, rows);
    const int count = rows.rows(), kept = std::min(count, before.rows()), columns = rows.columns(),
              shared = std::min(columns, before.columns());
    std::vector<int> differing;
    rowWidest_.resize(static_cast<std::size_t>(count));
    for (int r = 0; r < count; ++r) {
        const float* now = rows.row(r);
        const bool isThere = r < kept;
        const bool isSame = isThere && (now == before.row(r) || sameBits(now, before.row(r), shared));
        if (isThere && !isSame) differing.push_back(r);
        if (!isSame || shared < columns || columns < before.columns())
            rowWidest_[static_cast<std::size_t>(r)] = widestOf(now, columns);
    }
    largest_ = isHeld_ ? std::max(largest_, measured()) : measured();
    return differing;
}

float MatrixTableModel::measured() const {
    float largest = 0;
    for (const float one : rowWidest_) largest = std::max(largest, std::abs(one));
    return largest;
}

float MatrixTableModel::widest() const {
    return std::ranges::any_of(rowWidest_, [](float one) { return one < 0; }) ? -largest_ : largest_;
}

void MatrixTableModel::setHeld(bool held) {
    isHeld_ = held;
    const float settled = held ? largest_ : measured();
    if (std::exchange(largest_, settled) != settled) cellsMoved();
}

void MatrixTableModel::cellsMoved() {
    if (rows_ > 0 && columns_ > 0) emit dataChanged(index(0, 0), index(rows_ - 1, columns_ - 1));
}

void MatrixTableModel::resize(int rows, int columns) {
    // The rows are already the new ones: what a view asks for in between is in both shapes, or gets an empty answer.
    if (rows < rows_) {
        beginRemoveRows({}, rows, rows_ - 1);
        rows_ = rows;
        endRemoveRows();
    }
    if (columns < columns_) {
        beginRemoveColumns({}, columns, columns_ - 1);
        columns_ = columns;
        endRemoveColumns();
    }
    if (rows > rows_) {
        beginInsertRows({}, rows_, rows - 1);
        rows_ = rows;
        endInsertRows();
    }
    if (columns > columns_) {
        beginInsertColumns({}, columns_, columns - 1);
        columns_ = columns;
        endInsertColumns();
    }
}

void MatrixTableModel::tellDifference(const RowSource& before, const std::vector<int>& differing, float widestBefore) {
    const int rows = std::min(rows_, before.rows()), columns = std::min(columns_, before.columns());
    if (rows == 0 || columns == 0) return;
    if (widest() != widestBefore) { // every tint or all decimals change
        emit dataChanged(index(0, 0), index(rows - 1, columns - 1));
        return;
    }
    if (differing.empty()) return;
    const Span c = spanWhere(columns, [&](int column) {
        return std::ranges::any_of(
            differing, [&](int r) { return !sameBits(before.row(r) + column, source_.row(r) + column, 1); });
    });
    emit dataChanged(index(differing.front(), c.first), index(differing.back(), c.last));
}

void MatrixTableModel::setRowGroups(std::vector<int> groups) {
    if (groups == groups_) return;
    groups_ = std::move(groups);
    groupSizes_.clear();
    for (const int group : groups_) ++groupSizes_[group];
    if (rows_ > 0) emit headerDataChanged(Qt::Vertical, 0, rows_ - 1); // their marks
}

void MatrixTableModel::setBands(Bands bands) {
    if (bands == bands_) return;
    bands_ = std::move(bands);
    emit bandsChanged();
}

void MatrixTableModel::setOrigins(CellOrigins origins) {
    if (origins == origins_) return;
    origins_ = std::move(origins);
    cellsMoved();
}

std::optional<float> MatrixTableModel::changedFrom(int row, int column) const {
    if (!origins_.numbers || row < 0 || column < 0 || column >= origins_.numbers->cols()) return std::nullopt;
    const auto at = static_cast<std::size_t>(row);
    if (!origins_.rows.empty() && at >= origins_.rows.size()) return std::nullopt;
    const Index from = origins_.rows.empty() ? row : origins_.rows[at];
    if (from < 0 || from >= origins_.numbers->rows() || row >= source_.rows()) return std::nullopt;
    const float& was = (*origins_.numbers)(from, column);
    return sameBits(&was, source_.row(row) + column, 1) ? std::nullopt : std::optional(was);
}

void MatrixTableModel::setTints(std::optional<CellTints> tints) {
    if (tints == tints_) return;
    tints_ = std::move(tints);
    cellsMoved();
}

std::optional<float> MatrixTableModel::tintAt(int row, int column) const {
    if (!tints_) return valueAt(row, column);
    const FrozenMatrix& numbers = tints_->numbers;
    if (!numbers || row >= numbers->rows() || column >= numbers->cols()) return std::nullopt;
    return (*numbers)(row, column);
}

bool MatrixTableModel::isShared(int row) const {
    const auto found = groupSizes_.find(rowGroup(row));
    return found != groupSizes_.end() && found->second > 1;
}

int MatrixTableModel::rowGroup(int row) const {
    return row >= 0 && row < static_cast<int>(groups_.size()) ? groups_[static_cast<std::size_t>(row)] : -1;
}

float MatrixTableModel::valueAt(int row, int column) const {
    if (row < 0 || column < 0 || row >= source_.rows() || column >= source_.columns()) return 0;
    return source_.row(row)[column];
}

QVariant MatrixTableModel::data(const QModelIndex& at, int role) const {
    if (!at.isValid() || at.row() >= source_.rows() || at.column() >= source_.columns()) return {};
    const float value = valueAt(at.row(), at.column());
    switch (role) {
    case Qt::DisplayRole: return QString::fromStdString(fixedPoint(static_cast<double>(value), kDecimals));
    case Qt::EditRole: return QString::fromStdString(shortest(value));
    case ValueRole: return value;
    case Qt::ToolTipRole: return plainTip(tipAt(at.row(), at.column()));
    default: return {};
    }
}

QString MatrixTableModel::tipAt(int row, int column) const {
    const auto number = [](float value) { return QString::fromStdString(shortest(value)); };
    const QString place =
        tr("%1[%2, %3] = %4").arg(name_).arg(numberOf(row)).arg(numberOf(column)).arg(number(valueAt(row, column)));
    const auto was = changedFrom(row, column);
    QString changed;
    if (was) changed = QLatin1Char('\n') + tr("was %1 %2").arg(number(*was), origins_.since);
    const auto at = static_cast<std::size_t>(row);
    if (at < origins_.rows.size() && (origins_.rows[at] < 0 || origins_.rows[at] >= origins_.numbers->rows()))
        changed = QLatin1Char('\n') + tr("new: generated by Headlight");
    if (const auto tint = tints_ ? tintAt(row, column) : std::nullopt)
        changed += QLatin1Char('\n') + tints_->words.arg(QString::number(static_cast<double>(*tint), 'g', 2));
    QString band;
    for (const auto& [orientation, section] : {std::pair(Qt::Horizontal, column), std::pair(Qt::Vertical, row)})
        if (!bands_.nameAt(orientation, section).isEmpty())
            band = QLatin1Char('\n') + headerData(section, orientation, Qt::AccessibleTextRole).toString();
    return place + band + changed +
           (isReadOnly_ ? QString() : QLatin1Char('\n') + tr("Drag sideways or type to change it"));
}

QVariant MatrixTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const QStringList& labels = orientation == Qt::Vertical ? rowLabels_ : columnLabels_;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
    if (section < 0 || section >= labels.size()) return {};
    if (role == Qt::DisplayRole) return labels[section];
    const QString band = bands_.nameAt(orientation, section);
    const QString said = band.isEmpty() ? labels[section] : tr("%1: %2").arg(band, labels[section]);
    return role == Qt::ToolTipRole ? plainTip(said) : said;
}

Qt::ItemFlags MatrixTableModel::flags(const QModelIndex& at) const {
    return QAbstractTableModel::flags(at) | (at.isValid() && !isReadOnly_ ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

Result<float> cellFromInput(const QString& typed) {
    const QString text = typed.trimmed().toLower().replace(QChar(0x2212), QLatin1Char('-'));
    const bool isMinusInf = text == u"-inf" || text == u"-infinity" || text == u"-∞";
    return isMinusInf ? -std::numeric_limits<float>::infinity() : numberFromInput(typed.toStdString());
}

bool MatrixTableModel::setData(const QModelIndex& at, const QVariant& value, int role) {
    if (!at.isValid() || role != Qt::EditRole) return false;
    const auto number = cellFromInput(value.toString());
    if (!number) {
        emit refused(QString::fromStdString(number.text()));
        return false;
    }
    emit cellEdited(at.row(), at.column(), *number);
    return true;
}

} // namespace headlight
