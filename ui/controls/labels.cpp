#include "controls/labels.h"

#include "words/tokenText.h"

#include <QFocusEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <algorithm>

namespace headlight {

ElidedLabel::ElidedLabel(const QString& text, const char* look) : QLabel(text) {
    setObjectName(QLatin1String(look));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QString ElidedLabel::plainText() const {
    const bool isRich = textFormat() == Qt::RichText || (textFormat() == Qt::AutoText && Qt::mightBeRichText(text()));
    return isRich ? QTextDocumentFragment::fromHtml(text()).toPlainText() : text();
}

bool ElidedLabel::isElided() const { return contentsRect().width() < QLabel::sizeHint().width(); }

void ElidedLabel::setShorter(const QString& text) {
    if (shorter_ == text) return;
    shorter_ = text;
    update();
}

/// Leaves space for a few letters, so that the label is not taken for an empty place.
QSize ElidedLabel::minimumSizeHint() const {
    const QSize whole = QLabel::sizeHint();
    return {std::min(whole.width(), fontMetrics().averageCharWidth() * 5), whole.height()};
}

void ElidedLabel::paintEvent(QPaintEvent* event) {
    if (!isElided()) return QLabel::paintEvent(event);
    QPainter painter(this);
    const QString whole = shorter_.isEmpty() ? plainText() : shorter_;
    const QString shown = fontMetrics().elidedText(whole, Qt::ElideRight, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shown,
                          foregroundRole());
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !isElided()) return QLabel::event(event);
    const QStringList lines = toolTip().isEmpty() ? QStringList(plainText()) : QStringList{plainText(), toolTip()};
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(lines.join(QLatin1Char('\n'))), this);
    return true;
}

LinkedLabel::LinkedLabel(const QString& html) : QLabel(html) {
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setHasKeyboard(true);
    setContextMenuPolicy(Qt::NoContextMenu); // it would offer to copy the link
}

void LinkedLabel::setHasKeyboard(bool on) {
    setTextInteractionFlags(on ? Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard
                               : Qt::TextInteractionFlags(Qt::LinksAccessibleByMouse));
}

/// Sets the text anew, since Qt colours a link only then.
void LinkedLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || theme_ == &currentTheme()) return;
    theme_ = &currentTheme();
    const QString html = text();
    clear();
    setText(html);
}

void LinkedLabel::focusInEvent(QFocusEvent* event) {
    QLabel::focusInEvent(event);
    const auto reason = event->reason();
    if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason)
        focusNextPrevChild(reason == Qt::TabFocusReason); // moves the focus to the link
}

} // namespace headlight
