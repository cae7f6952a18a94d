#include "controls/tokenItems.h"

#include "controls/TokenChips.h"
#include "controls/paintMarks.h"
#include "style/Theme.h"
#include "style/colours.h"
#include "style/textSize.h"
#include "words/conventions.h"
#include "words/tokenText.h"

#include <QPainter>

#include <algorithm>
#include <vector>

namespace headlight {
namespace {

constexpr int kMaxWidths = 20'000; // in the cache; hours of typing must not fill the memory
constexpr double kRadius = 7;

int padding() { return textPx(10); }
int beforeId(const QString& id) { return id.isEmpty() ? 0 : 6; } // px
QFont chipFont() { return textFont(10); }
QFont idFont() { return textFont(8); }

void paintFrame(QPainter& painter, const QRect& place, const QPen& pen, const QColor& ground) {
    constexpr double kInset = 0.5; // px
    painter.setPen(pen);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(place).adjusted(kInset, kInset, -kInset, -kInset), kRadius - kInset,
                            kRadius - kInset);
}

} // namespace

void TokenModel::setTokens(const Frozen<Tokens>& now) {
    tokens = now;
    hovered = -1;
    sharers_.clear();
    QStringList shown;
    for (const std::string& text : tokens->texts) shown << shownToken(text);
    for (const int id : tokens->ids) ++sharers_[id];
    setStringList(shown);
}

QVariant TokenModel::data(const QModelIndex& token, int role) const {
    if (role == Qt::ToolTipRole) return plainTip(tipOf(token));
    if (role != Qt::AccessibleTextRole) return QStringListModel::data(token, role);
    QStringList words{token.data().toString()};
    if (token.row() == query) words << TokenChips::tr("query");
    if (token.row() == key) words << TokenChips::tr("key");
    return words.join(QStringLiteral(", "));
}

bool TokenModel::isTwin(const QModelIndex& token) const {
    const QModelIndex other = index(hovered < 0 ? query : hovered);
    return other.isValid() && isShared(token) && idOf(token) == idOf(other);
}

QString TokenModel::tipOf(const QModelIndex& token) const {
    const std::string& text = tokens->texts[static_cast<std::size_t>(token.row())];
    const QString place = TokenChips::tr("Token %1, id %2").arg(numberOf(token.row())).arg(idOf(token));
    QStringList lines{quotedToken(text), place};
    if (std::ranges::any_of(text, [](unsigned char c) { return c > 127; }))
        lines << codePoints(text); // it may look like another
    std::vector<int> others;
    for (int i = 0; i < rowCount(); ++i)
        if (i != token.row() && idOf(index(i)) == idOf(token)) others.push_back(i);
    if (!others.empty()) lines << TokenChips::tr("Shares its embedding with the token at %1").arg(positionList(others));
    lines << TokenChips::tr("Click: query. Shift+click or right click: key");
    return lines.join(QLatin1Char('\n'));
}

QSize ChipDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& token) const {
    const QString text = token.data().toString();
    const QString id = static_cast<const TokenModel*>(token.model())->shownId(token);
    auto width = widths.find(id + text);
    if (width == widths.end()) {
        if (widths.size() > kMaxWidths) widths.clear();
        width = widths.insert(id + text,
                              std::min(textPx(190), QFontMetrics(chipFont(), option.widget).horizontalAdvance(text)) +
                                  beforeId(id) + QFontMetrics(idFont(), option.widget).horizontalAdvance(id));
    }
    return {*width + 2 * padding() + kGap, textPx(26) + 2 * kMargin};
}

void ChipDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& token) const {
    const auto& model = static_cast<const TokenModel&>(*token.model());
    const Theme& theme = currentTheme();
    const bool isQuery = token.row() == model.query, isKey = token.row() == model.key;
    const bool isTwin = model.isTwin(token) && !isQuery && !isKey;
    QColor ground = theme.sunken, border = theme.border, ink = theme.text, faint = theme.muted;
    if (isQuery) {
        ground = theme.query;
        border = isKey ? theme.key : ground;
        ink = theme.surface;
        faint = mixed(theme.surface, theme.query, 0.15);
    } else if (isKey) {
        ground = theme.keySoft;
        border = faint = theme.key;
    } else if (isTwin) {
        border = theme.text;
    } else if (token.row() == model.hovered) {
        border = theme.muted;
    }
    const QRect& place = option.rect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintFrame(*painter, place, QPen(border, isQuery && isKey ? 2 : 1, isTwin ? Qt::DotLine : Qt::SolidLine), ground);
    const QString id = model.shownId(token);
    const QFontMetrics texts(chipFont());
    const QRect inside = place.adjusted(padding(), 0, -padding(), 0);
    const int ids = beforeId(id) + QFontMetrics(idFont()).horizontalAdvance(id);
    const QString text = texts.elidedText(token.data().toString(), Qt::ElideRight, inside.width() - ids + 1);
    painter->setPen(ink);
    painter->setFont(chipFont());
    painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter | Qt::AlignAbsolute | Qt::TextSingleLine, text);
    if (model.isShared(token))
        paintSharedMark(*painter, inside.left(), inside.left() + texts.horizontalAdvance(text),
                        place.center().y() + texts.ascent() / 2 + 3, faint);
    painter->setPen(faint);
    painter->setFont(idFont());
    painter->drawText(inside.adjusted(0, 1, 0, 1), Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, id);
    painter->restore();
}

} // namespace headlight
