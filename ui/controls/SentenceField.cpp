#include "controls/SentenceField.h"

#include "style/styleSheet.h"
#include "style/textSize.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kMaxLines = 6, kPage = 3, // lines
    kPadding = 9; // px at the usual text size: padding and border of the style sheet, above and below
constexpr qsizetype kLongPaste = 65'536; ///< letters; a field takes 1 s and more to lay them out
bool hasLongWord(const QString& text) { return SentenceField::longestWord(text) > 2000; }

} // namespace

SentenceField::SentenceField(QWidget* parent) : QPlainTextEdit(parent) {
    setObjectName("sentence");
    setAccessibleName(tr("Sentence"));
    setPlaceholderText(tr("Type a sentence"));
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    document()->setDocumentMargin(2);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &SentenceField::fitHeight, Qt::QueuedConnection); // the layout must be done before the bar narrows it
    connect(this, &QPlainTextEdit::textChanged, this, [this] { wrapFor(sentence()); });
    followTextSize(*this, [this] {
        setFont(fieldFont(kSentencePoints));
        fitHeight();
    });
}

/// Breaks long words anywhere. For each line of a word Qt looks for a break from the start of the word: a word of a
/// million letters took more than a minute.
void SentenceField::wrapFor(const QString& text) {
    const auto mode = hasLongWord(text) ? QTextOption::WrapAnywhere : QTextOption::WrapAtWordBoundaryOrAnywhere;
    if (wordWrapMode() != mode) setWordWrapMode(mode);
}

qsizetype SentenceField::longestWord(const QString& text) {
    qsizetype letters = 0, longest = 0;
    for (const QChar c : text) {
        letters = c.isSpace() ? 0 : letters + 1;
        longest = std::max(longest, letters);
    }
    return longest;
}

QString SentenceField::normalised(QString sentence) {
    sentence.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    sentence.replace(QLatin1Char('\r'), QLatin1Char('\n'));
    // A text document takes these two for its own marks of a frame, and so for line breaks.
    for (const char16_t mark : {u'\uFDD0', u'\uFDD1'}) sentence.replace(QChar(mark), QLatin1Char('\n'));
    return sentence.replace(QChar(QChar::ParagraphSeparator), QLatin1Char('\n'));
}

QString SentenceField::sentence() const {
    // Not toPlainText(): it turns a no-break space into a blank.
    return document()->toRawText().replace(QChar(QChar::ParagraphSeparator), QLatin1Char('\n'));
}

void SentenceField::setSentence(const QString& wanted) {
    const QString now = sentence(), then = normalised(wanted);
    if (now == then) return;
    const auto shorter = std::min(now.size(), then.size());
    qsizetype front = 0, back = 0;
    while (front < shorter && now[front] == then[front]) ++front;
    while (back < shorter - front && now[now.size() - 1 - back] == then[then.size() - 1 - back]) ++back;
    wrapFor(then);
    QTextCursor change(document());
    change.setPosition(static_cast<int>(front));
    change.setPosition(static_cast<int>(now.size() - back), QTextCursor::KeepAnchor);
    change.insertText(then.mid(front, then.size() - front - back));
}

void SentenceField::setInvalid(bool invalid) { setLook(*this, "invalid", invalid); }

bool SentenceField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool redo = key->key() == Qt::Key_Y && key->modifiers() == Qt::ControlModifier;
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo) || redo) {
            event->ignore();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void SentenceField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const bool isLine = event->modifiers() & Qt::ShiftModifier;
        isLine ? insertPlainText(QStringLiteral("\n")) : emit entered();
        return event->setAccepted(isLine); // the window moves the focus on
    }
    if (turnsPage(*event)) return event->accept();
    QPlainTextEdit::keyPressEvent(event);
}

/// Moves line by line, since Qt's own way may never end if a line above is right-to-left: its cursor goes up to the end
/// of that line, which is the start of the line that it came from.
bool SentenceField::turnsPage(const QKeyEvent& key) {
    const bool selectsUp = key.matches(QKeySequence::SelectPreviousPage);
    const bool selectsDown = key.matches(QKeySequence::SelectNextPage);
    const bool up = selectsUp || key.matches(QKeySequence::MoveToPreviousPage);
    if (!up && !selectsDown && !key.matches(QKeySequence::MoveToNextPage)) return false;
    const auto mode = selectsUp || selectsDown ? QTextCursor::KeepAnchor : QTextCursor::MoveAnchor;
    for (int line = 0; line < kPage; ++line) moveCursor(up ? QTextCursor::Up : QTextCursor::Down, mode);
    return true;
}

void SentenceField::focusInEvent(QFocusEvent* event) {
    QPlainTextEdit::focusInEvent(event);
    fitHeight();
    emit focusEntered();
}

/// Leaves the field open if a menu or another window takes the focus, which is only for a while.
void SentenceField::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) fitHeight();
}

QString SentenceField::shortened() const {
    constexpr qsizetype kMost = 1000; // letters, more than a line has
    const auto margins = static_cast<int>(2 * document()->documentMargin());
    return fontMetrics().elidedText(sentence().left(kMost).simplified(), Qt::ElideRight, viewport()->width() - margins);
}

void SentenceField::paintEvent(QPaintEvent* event) {
    if (hasFocus() || height() > lineHeight() || lines() < 2) return QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    const auto margin = static_cast<int>(document()->documentMargin());
    const QString line = shortened();
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, 0),
                     Qt::AlignTop | Qt::AlignAbsolute | (line.isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft), line);
}

void SentenceField::showEvent(QShowEvent* event) {
    QPlainTextEdit::showEvent(event);
    fitHeight();
}

void SentenceField::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

bool SentenceField::canInsertFromMimeData(const QMimeData* mime) const {
    return mime->hasText() && !mime->hasUrls(); // a file dragged here is for the window to open
}

void SentenceField::insertFromMimeData(const QMimeData* mime) {
    if (!canInsertFromMimeData(mime)) return;
    const QString pasted = normalised(mime->text());
    if (pasted.size() > kLongPaste && check_) {
        const QTextCursor over = textCursor();
        const int from = over.selectionStart(), to = over.selectionEnd();
        if (const QString why = check_(sentence().replace(from, to - from, pasted)); !why.isEmpty())
            return emit pasteRefused(why);
    }
    if (hasLongWord(pasted)) wrapFor(pasted);
    insertPlainText(pasted);
    ensureCursorVisible();
    emit textPasted(pasted);
}

int SentenceField::heightOf(int lines) const {
    // Its lines may be higher than those of the font's metrics.
    QTextLayout layout(QStringLiteral("x"), fieldFont(kSentencePoints), this);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setNumColumns(1);
    layout.endLayout();
    return lines * static_cast<int>(std::ceil(line.height())) + static_cast<int>(2 * document()->documentMargin()) +
           textPx(kPadding);
}

int SentenceField::lines() const {
    return static_cast<int>(std::ceil(document()->documentLayout()->documentSize().height()));
}

/// Raises the open field, and puts the closed one back among its neighbours, whose order screen readers follow.
void SentenceField::setOnTop(bool onTop) {
    if (std::exchange(isOnTop_, onTop) == onTop || !parentWidget()) return;
    if (onTop) {
        const QObjectList& around = parentWidget()->children();
        const auto above = std::find_if(around.begin() + around.indexOf(this) + 1, around.end(),
                                        [](const QObject* one) { return one->isWidgetType(); });
        above_ = above == around.end() ? nullptr : static_cast<QWidget*>(*above);
        raise();
    } else if (above_) {
        stackUnder(above_);
    }
}

void SentenceField::fitHeight() {
    const int all = lines(), shown = hasFocus() ? std::clamp(all, 1, kMaxLines) : 1;
    // The bar stays even if the text, which it narrows, needs fewer lines then: without it there would be more again.
    const std::pair needs(document()->revision(), width());
    if (all > kMaxLines) needsBar_ = needs;
    const auto bar = hasFocus() && needsBar_ == needs ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff;
    if (isVisible() && verticalScrollBarPolicy() != bar) { // the viewport of a hidden field follows its bar late
        setVerticalScrollBarPolicy(bar);
        setLineWrapMode(QPlainTextEdit::NoWrap); // off and on again: this breaks the lines at the new width
        setLineWrapMode(QPlainTextEdit::WidgetWidth);
    }
    if (minimumHeight() != heightOf(shown) || maximumHeight() != heightOf(shown)) setFixedHeight(heightOf(shown));
    setOnTop(shown > 1);
    if (hasFocus() && shown < all)
        ensureCursorVisible();
    else
        verticalScrollBar()->setValue(0);
}

} // namespace headlight
