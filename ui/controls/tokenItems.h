#pragma once
// What TokenChips shows: the tokens as a list, and how one of them is painted.

#include "text/Tokens.h"

#include <QHash>
#include <QStringListModel>
#include <QStyledItemDelegate>

namespace headlight {

class TokenModel : public QStringListModel {
public:
    using QStringListModel::QStringListModel;

    void setTokens(const Frozen<Tokens>& now);
    QVariant data(const QModelIndex& token, int role) const override;
    int idOf(const QModelIndex& token) const { return tokens->ids[static_cast<std::size_t>(token.row())]; }
    bool isShared(const QModelIndex& token) const { return sharers_[idOf(token)] > 1; } ///< its embedding
    bool isTwin(const QModelIndex& token) const; ///< of the token under the pointer, or else of the query

    Frozen<Tokens> tokens;
    int query = -1, key = -1, hovered = -1; ///< -1: none

private:
    QString tipOf(const QModelIndex& token) const;

    QHash<int, int> sharers_; ///< id: how many tokens have it
};

class ChipDelegate : public QStyledItemDelegate {
public:
    static constexpr int kGap = 8, kMargin = 2; ///< px, behind a chip, and above and below it

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter*, const QStyleOptionViewItem&, const QModelIndex&) const override;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override; ///< with gap and margins

    mutable QHash<QString, int> widths; ///< of texts with ids, in this size of text
};

} // namespace headlight
