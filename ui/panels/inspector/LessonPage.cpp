#include "panels/inspector/LessonPage.h"

#include "style/textSize.h"
#include "words/tokenText.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace headlight {

constexpr int kAround = 8; // px, around a revealed section

LessonPage::LessonPage(QWidget* parent) : QTextBrowser(parent), question_(new QLabel(this)) {
    question_->setObjectName("title");
    question_->setTextFormat(Qt::RichText);
    question_->setWordWrap(true);
    question_->setAutoFillBackground(true);
    question_->setBackgroundRole(QPalette::Base);
    question_->hide();
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &LessonPage::placeQuestion);
}

void LessonPage::placeQuestion() {
    const int margin = static_cast<int>(document()->documentMargin()), width = viewport()->width();
    question_->setContentsMargins(margin, kAround / 2, margin, kAround / 2);
    question_->setGeometry(viewport()->x(), viewport()->y(), width, question_->heightForWidth(width));
    question_->setVisible(verticalScrollBar()->value() > 0 && !question_->text().isEmpty());
}

/// Places the question again when the size of its text changes.
bool LessonPage::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) placeQuestion();
    return QTextBrowser::event(event);
}

void LessonPage::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    placeQuestion();
}

/// Keeps the font with which the page was written: Qt would lay it out anew for each change of the widget's.
void LessonPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        QAbstractScrollArea::changeEvent(event); // NOLINT(bugprone-parent-virtual-call)
    else
        QTextBrowser::changeEvent(event);
}

/// Keeps the scroll bar while the page is empty: else the page would be laid out once more, without the bar.
void LessonPage::setPage(Written page) {
    page_ = std::move(page);
    const int place = verticalScrollBar()->value();
    const QString link = hasFocus() && textCursor().hasSelection() ? textCursor().charFormat().anchorHref() : QString();
    if (verticalScrollBar()->isVisible()) setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    links_.clear(); // those of the old page are no places of the new one, on which light() may be called at once
    document()->clear();
    document()->setDefaultFont(textFont(9));
    document()->setDocumentMargin(textPx(kMargin));
    setHtml(page_.html);
    findLinks();
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    if (!link.isEmpty() &&
        page_.html.contains(QStringLiteral("href='%1'").arg(link))) { // the next arrow goes on from there
        setTextCursor(QTextCursor(document()));
        while (QTextBrowser::focusNextPrevChild(true) && hasFocus() && textCursor().charFormat().anchorHref() != link) {
        }
    }
    verticalScrollBar()->setValue(place);
    question_->setText(QStringLiteral("%1<br><span style='font-weight:400;color:%3'>%2</span>")
                           .arg(page_.cells.front().html, document()->firstBlock().next().text().toHtmlEscaped(),
                                currentTheme().muted.name()));
    placeQuestion();
}

void LessonPage::findLinks() {
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            if (const QTextFragment part = at.fragment(); part.charFormat().isAnchor())
                links_.push_back({part.charFormat().anchorHref(), part.position(), part.position() + part.length()});
}

void LessonPage::light(const QStringList& links, const QColor& colour) {
    QList<QTextEdit::ExtraSelection> lit;
    for (const auto& [address, begin, end] : links_) {
        if (!links.contains(address)) continue;
        QTextEdit::ExtraSelection one;
        one.cursor = QTextCursor(document());
        one.cursor.setPosition(begin);
        one.cursor.setPosition(end, QTextCursor::KeepAnchor);
        one.format.setBackground(colour);
        lit << one;
    }
    if (!lit.isEmpty() || !extraSelections().isEmpty()) setExtraSelections(lit);
}

void LessonPage::reveal(const QString& link) {
    QScrollBar& bar = *verticalScrollBar();
    const auto at = [&](int position) {
        QTextCursor cursor(document());
        cursor.setPosition(position);
        return cursorRect(cursor).translated(0, bar.value());
    };
    const auto topOf = [&](const Link& heading) { return at(heading.begin).top() - kAround - question_->height(); };
    const auto opensNext = [&](const Link& other) { // a heading with several fonts has several links
        return other.address.startsWith(QLatin1String("open:")) && other.address != link;
    };
    const auto section = std::ranges::find(links_, link, &Link::address);
    if (section == links_.end()) return bar.setValue(0);
    const auto next = std::find_if(section + 1, links_.end(), opensNext);
    const int end = next == links_.end() ? document()->characterCount() - 1
                                         : document()->findBlock(next->begin).previous().position();
    const int highest = at(end).bottom() + kAround - viewport()->height(); // of the scroll positions that show the end
    if (bar.value() >= highest && bar.value() <= topOf(*section)) return;
    int place = 0; // the top of the page, or of a heading
    for (auto heading = links_.begin(); heading <= section && place < highest; ++heading)
        if (heading == section || opensNext(*heading)) place = topOf(*heading);
    bar.setValue(place);
}

QMimeData* LessonPage::createMimeDataFromSelection() const {
    auto* copied = new QMimeData; // Qt's own makes its text later, on demand
    copied->setHtml(textCursor().selection().toHtml());
    copied->setText(page_.text(textCursor()));
    return copied;
}

QString LessonPage::tipAt(const QPoint& place) const {
    const QPointF on(place.x() + horizontalScrollBar()->value(), place.y() + verticalScrollBar()->value());
    const int position = document()->documentLayout()->hitTest(on, Qt::ExactHit);
    if (position < 0) return {};
    QTextCursor cursor(document());
    cursor.setPosition(position);
    cursor.movePosition(QTextCursor::NextCharacter);
    QString tip = cursor.charFormat().toolTip();
    const QString more = moreOf_ ? moreOf_(anchorAt(place)) : QString();
    if (!tip.isEmpty() && !more.isEmpty()) tip += u'\n';
    return tip + more;
}

/// Adds to Qt's menu actions that copy the whole page, as text or as LaTeX.
void LessonPage::contextMenuEvent(QContextMenuEvent* event) {
    QMenu* menu = createStandardContextMenu(event->pos());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setAccessibleName(tr("Calculation"));
    menu->addSeparator();
    connect(menu->addAction(tr("Copy the page as &text")), &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(text()); });
    QAction* asLatex = menu->addAction(tr("Copy the calculations as LaTe&X"));
    asLatex->setEnabled(!latex_().isEmpty());
    connect(asLatex, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(latex_()); });
    menu->popup(event->globalPos());
}

/// Leaves the page. Qt would go to its next link.
bool LessonPage::focusNextPrevChild(bool next) {
    return QAbstractScrollArea::focusNextPrevChild(next); // NOLINT(bugprone-parent-virtual-call)
}

/// Goes from link to link by arrows, and stays at the first and at the last one.
void LessonPage::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool isNext = key == Qt::Key_Right || key == Qt::Key_Down, isBack = key == Qt::Key_Left || key == Qt::Key_Up;
    if ((!isNext && !isBack) || (event->modifiers() & ~Qt::KeypadModifier)) return QTextBrowser::keyPressEvent(event);
    const QTextCursor at = textCursor();
    const bool isThere = !links_.empty() &&
                         (isNext ? at.selectionEnd() < links_.back().end : at.selectionStart() > links_.front().begin);
    if (isThere) QTextBrowser::focusNextPrevChild(isNext);
}

bool LessonPage::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) emit highlighted(QUrl()); // Qt emits it only when the pointer comes back
    if (event->type() != QEvent::ToolTip) return QTextBrowser::viewportEvent(event);
    const auto* help = static_cast<const QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plainTip(tipAt(help->pos())), viewport());
    return true;
}

} // namespace headlight
