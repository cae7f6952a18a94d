#include "panels/maps/OverviewModel.h"

#include "plot/paintLabels.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <algorithm>

namespace headlight {

void OverviewModel::setHeads(std::vector<int> heads) {
    if (heads == heads_) return;
    beginResetModel();
    heads_ = std::move(heads);
    endResetModel();
}

int OverviewModel::mostHeads() const { return heads_.empty() ? 0 : std::ranges::max(heads_); }

void OverviewModel::wrap(int columns) {
    if (columns == columns_) return;
    beginResetModel();
    columns_ = columns;
    endResetModel();
}

HeadPlace OverviewModel::placeOf(const QModelIndex& index) const {
    if (!index.isValid()) return {-1, -1};
    return hasLayers() ? HeadPlace{index.row(), index.column()} : HeadPlace{0, index.row() * columns_ + index.column()};
}

void OverviewModel::setPictures(std::map<HeadPlace, Thumbnail> pictures) {
    for (auto& [place, picture] : pictures)
        if (const Thumbnail* before = pictureOf(place);
            before && before->tile == picture.tile && before->look == picture.look)
            picture.image = before->image;
    pictures_ = std::move(pictures);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void OverviewModel::forgetNames() {
    beginResetModel();
    endResetModel();
}

const Thumbnail* OverviewModel::pictureOf(HeadPlace place) const {
    const auto found = pictures_.find(place);
    return found == pictures_.end() ? nullptr : &found->second;
}

QModelIndex OverviewModel::nearest(HeadPlace place) const {
    if (heads_.empty()) return {};
    const int layer = std::clamp(place.layer, 0, static_cast<int>(heads_.size()) - 1);
    const int head = std::clamp(place.head, 0, std::max(0, heads_[static_cast<std::size_t>(layer)] - 1));
    return hasLayers() ? index(layer, head) : index(head / columns_, head % columns_);
}

int OverviewModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || heads_.empty()) return 0;
    return hasLayers() ? static_cast<int>(heads_.size()) : (heads_.front() + columns_ - 1) / columns_;
}

int OverviewModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid() || heads_.empty()) return 0;
    return hasLayers() ? mostHeads() : columns_;
}

/// Disables the cells of heads that a layer does not have, as another layer may have more.
Qt::ItemFlags OverviewModel::flags(const QModelIndex& index) const {
    const HeadPlace place = placeOf(index);
    const bool exists = place.layer >= 0 && place.head < heads_[static_cast<std::size_t>(place.layer)];
    return exists ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

QVariant OverviewModel::data(const QModelIndex& index, int role) const {
    if (!(flags(index) & Qt::ItemIsEnabled)) return {};
    const auto [layer, head] = placeOf(index);
    if (role == Qt::AccessibleTextRole) return tr("Layer %1, head %2: weights").arg(placeText(layer), placeText(head));
    return role == Qt::ToolTipRole ? plainTip(tipOf({layer, head})) : QVariant();
}

QVariant OverviewModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::FontRole) return captionFont();
    if (role != Qt::DisplayRole) return {};
    return orientation == Qt::Horizontal ? titleOfHead(section) : titleOfLayer(section);
}

QString OverviewModel::tipOf(HeadPlace place) const {
    const QString title = tr("Layer %1, head %2").arg(placeText(place.layer), placeText(place.head));
    const Thumbnail* picture = pictureOf(place);
    if (!picture) return title;
    QStringList said;
    if (!picture->tile->range.empty())
        said << tr("largest weight %1").arg(inFull(static_cast<double>(picture->tile->range.high)));
    if (picture->tile->firstNonFinite) said << tr("some are not finite");
    return said.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, said.join(QStringLiteral(", ")));
}

} // namespace headlight
