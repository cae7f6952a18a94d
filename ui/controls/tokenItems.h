#pragma once
// The model and the delegate of TokenChips: the tokens as a list, and the painting of one of them.

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
    QString shownId(const QModelIndex& token) const { return areIdsShown ? QString::number(idOf(token)) : QString(); }
    /// True if another token has its vector.
    bool isShared(const QModelIndex& token) const { return sharers_[idOf(token)] > 1; }
    /// True if it shares its vector with the token under the pointer or, if there is none, with the query.
    bool isTwin(const QModelIndex& token) const;

    Frozen<Tokens> tokens;
    int query = -1, key = -1, hovered = -1; ///< -1: none
    bool areIdsShown = false;

private:
    QString tipOf(const QModelIndex& token) const;

    QHash<int, int> sharers_; ///< the number of tokens of each id
};

class ChipDelegate : public QStyledItemDelegate {
public:
    static constexpr int kGap = 8, kMargin = 2; ///< px, behind a chip, and above and below it

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter*, const QStyleOptionViewItem&, const QModelIndex&) const override;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override; ///< with gap and margins

    mutable QHash<QString, int> widths; ///< a cache, by text with id, at the present text size
};

} // namespace headlight
