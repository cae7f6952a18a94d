#include "panels/course/CoursePanel.h"

#include "controls/buttons.h"
#include "controls/keyboardStop.h"
#include "controls/labels.h"
#include "document/Workbench.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "words/tokenText.h"

#include <QApplication>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QResizeEvent>
#include <QStackedWidget>
#include <QTextDocumentFragment>

#include <algorithm>

namespace headlight {
namespace {

const QString kOwn = QStringLiteral("own"); // the link of the last lesson

} // namespace

CoursePanel::CoursePanel(Workbench& bench, QWidget* parent, std::span<const Example> lessons)
    : Panel(bench, parent), lessons_(lessons), card_(makeCard()), offer_(makeOffer()) {
    setAccessibleName(tr("Course"));
    auto* column = laidOut<QVBoxLayout>(this, {12, 0, 12, 10});
    column->addWidget(card_);
    column->addWidget(offer_);
    followTextSize(*this, [this] {
        placeText();
        next_->setMinimumWidth(0);
        next_->setText(tr("Start your own")); // the wider text
        next_->setMinimumWidth(next_->sizeHint().width());
        if (!isLast()) next_->setText(tr("Next"));
    });
    for (QWidget* row : {static_cast<QWidget*>(card_), offer_}) makeOneStop(*row);
    hide();
}

QFrame* CoursePanel::makeCard() {
    auto* card = new QFrame(this);
    card->setObjectName("card");
    auto* grid = laidOut<QGridLayout>(card, {14, 8, 8, 9});
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->addWidget(title_ = new ElidedLabel({}, "title"), 0, 0);
    title_->setAccessibleDescription(tr("Lesson"));
    grid->addWidget(texts_ = new QStackedWidget, 1, 0);
    for (const Example& lesson : lessons_) {
        auto* text = new LinkedLabel(lesson.shownText());
        text->setObjectName("caption");
        text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        connect(text, &QLabel::linkActivated, this, &CoursePanel::follow);
        texts_->addWidget(text);
    }
    grid->addWidget(back_ = textButton(tr("Back"), tr("Back"), tr("Open the previous lesson")), 0, 1);
    grid->addWidget(next_ = textButton({}, {}, {}), 0, 2);
    next_->setDefault(true);
    connect(back_, &QPushButton::clicked, this, [this] { go(-1); });
    connect(next_, &QPushButton::clicked, this, [this] {
        if (isLast()) return emit ownWanted();
        go(1);
    });
    auto* close = linkButton(QStringLiteral(u"\u00D7"), tr("Close the course"),
                             tr("Close the course; Help > Course shows it again"));
    connect(close, &QToolButton::clicked, this, &CoursePanel::closeCard);
    grid->addWidget(close, 0, 3);
    buttons_ = {back_, next_, close};
    return card;
}

/// Puts the text beside the buttons, or below them, where the card is lower. So a wider card is never higher: if it
/// were, it would be too high without a scroll bar, and then low enough with one, for ever.
void CoursePanel::placeText() {
    auto& grid = static_cast<QGridLayout&>(*card_->layout());
    const QRect inside = QRect(QPoint(), size()).marginsRemoved(layout()->contentsMargins());
    const auto heightWith = [&](bool isBelow) {
        for (QWidget* one : buttons_) grid.removeWidget(one);
        grid.removeWidget(texts_);
        for (int i = 0; i < 3; ++i)
            grid.addWidget(buttons_.at(static_cast<std::size_t>(i)), 0, 1 + i, isBelow ? 1 : 2, 1);
        grid.addWidget(texts_, 1, 0, 1, isBelow ? 4 : 1);
        return grid.totalHeightForWidth(inside.width());
    };
    const int below = heightWith(true);
    if (below < heightWith(false)) heightWith(true);
}

QWidget* CoursePanel::makeOffer() {
    auto* offer = new QFrame(this);
    offer->setObjectName("card");
    auto* row = laidOut<QHBoxLayout>(offer, {14, 6, 8, 6}, 8);
    auto* text = new QLabel(
        tr("<b>New here?</b> The course explains this window in %1 short lessons.").arg(lessons_.size()));
    text->setWordWrap(true);
    row->addWidget(text, 1);
    QPushButton* start = textButton(tr("Start the course"), tr("Start the course"), {});
    start->setDefault(true);
    connect(start, &QPushButton::clicked, this, [this] { go(1); });
    row->addWidget(start);
    auto* close = linkButton(QStringLiteral(u"\u00D7"), tr("Hide the offer"),
                             tr("Hide this card permanently; the lessons are in Help > Course"));
    connect(close, &QToolButton::clicked, this, [this] {
        offeredFor_ = -1;
        isClosed_ = true;
        workbench().presentAgain(*this);
        emit offerDeclined();
    });
    row->addWidget(close);
    return offer;
}

void CoursePanel::open() {
    isClosed_ = false;
    offeredFor_ = -1;
    workbench().presentAgain(*this);
}

void CoursePanel::closeCard() {
    isClosed_ = true;
    workbench().presentAgain(*this);
}

void CoursePanel::resume() {
    if (lesson_ < 0 || !isClosed_)
        emit lessonWanted(lessons_.front());
    else
        open();
}

void CoursePanel::offer() {
    isClosed_ = false;
    offeredFor_ = workbench().document().history().segment().id;
    workbench().presentAgain(*this);
}

void CoursePanel::setSpaceShared(bool on) {
    isSpaceShared_ = on;
    workbench().presentAgain(*this);
}

void CoursePanel::present(const ViewState& state) {
    const History::Segment& segment = workbench().document().history().segment();
    const auto found = std::ranges::find(lessons_, segment.title, &Example::shownTitle);
    lesson_ = found == lessons_.end() ? -1 : static_cast<int>(found - lessons_.begin());
    const bool isOffered = lesson_ >= 0 && segment.id == offeredFor_, isOpen = lesson_ >= 0 && !isOffered && !isClosed_;
    constexpr int kLow = 900, kLowForOffer = 620; // px
    texts_->setVisible(!isSpaceShared_ || window()->height() >= textPx(kLow));
    if (isOpen) showCard(state);
    const bool hadFocus = offer_->isAncestorOf(QApplication::focusWidget());
    card_->setVisible(isOpen);
    if (hadFocus && isOpen) next_->setFocus();
    // While one steps, and in a low window, the maps need its space for their numbers.
    const bool hasOffer = isOffered && !state.step && window()->height() >= textPx(kLowForOffer);
    offer_->setVisible(hasOffer);
    setVisible(!state.isPresenting && (isOpen || hasOffer));
    const auto html = [&] {
        const QString own = isLast() ? QStringLiteral(u" · <a href='%1'>%2</a>").arg(kOwn, tr("Start your own"))
                                     : QString(); // beside the title, where no text size cuts it
        return QStringLiteral("<b>%1</b>%2<br>%3").arg(titleIn(state), own, lesson().presentedText());
    };
    emit lessonShown(isOpen && state.isPresenting ? html() : QString(), lesson_ > 0, !isLast());
}

/// Returns the title, and "edited" if the session differs from the lesson's file, which the text is about.
QString CoursePanel::titleIn(const ViewState& state) const {
    const QString title = tr("%1 of %2 · %3").arg(lesson_ + 1).arg(lessons_.size()).arg(lesson().shownTitle());
    return sameValues(state.session, state.opened) ? title : tr("%1 · edited").arg(title);
}

void CoursePanel::showCard(const ViewState& state) {
    QString title = titleIn(state);
    if (texts_->isHidden()) // the line has the beginning of the text, and its tip all of it
        title += QStringLiteral(": ") + QTextDocumentFragment::fromHtml(lesson().shownText()).toPlainText();
    title_->setText(title);
    texts_->setCurrentIndex(lesson_);
    back_->setEnabled(lesson_ > 0);
    next_->setText(isLast() ? tr("Start your own") : tr("Next"));
    next_->setAccessibleName(next_->text());
    next_->setToolTip(isLast() ? tr("Start with a sentence of your own; Help > Course begins the course again")
                               : tr("Open the next lesson"));
}

void CoursePanel::go(int step) {
    const bool isOffered = workbench().document().history().segment().id == offeredFor_;
    const int to = isOffered ? step - 1 : lesson_ + step;
    if (lesson_ >= 0 && to >= 0 && to < static_cast<int>(lessons_.size()))
        emit lessonWanted(lessons_[static_cast<std::size_t>(to)]);
}

void CoursePanel::follow(const QString& link) {
    if (link == kOwn) return emit ownWanted();
    const Example& lesson = this->lesson();
    const Session& session = workbench().state().session;
    const View& selected = workbench().state().view;
    const auto placeOf = [](const Text& text, const char* token, int otherwise) {
        return token ? placeMeant(*text.tokens, QString::fromUtf8(token)).value_or(-1) : otherwise;
    };
    const int query = placeOf(session.text, lesson.query, selected.query);
    const int key = placeOf(keyText(session), lesson.key, selected.key);
    if (query < 0 || key < 0)
        return workbench().messages().tell(
            tr("The sentence no longer has %1. Open the lesson from File > Examples to have it again.")
                .arg(quotedToken(query < 0 ? lesson.query : lesson.key)));
    workbench().look([=, layer = lesson.layer](View& view) {
        if (layer >= 0) view.layer = layer;
        view.query = query;
        view.key = key;
    });
}

/// Returns the height for the width, since the splitter around the panel does not ask for it.
QSize CoursePanel::minimumSizeHint() const {
    const QSize minSize = Panel::minimumSizeHint();
    return {minSize.width(), std::max(minSize.height(), heightForWidth(width()))};
}

void CoursePanel::resizeEvent(QResizeEvent* event) {
    if (event->size().width() == event->oldSize().width()) return;
    placeText();
    updateGeometry();
}

} // namespace headlight
