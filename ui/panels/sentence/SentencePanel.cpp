#include "panels/sentence/SentencePanel.h"

#include "controls/SentenceField.h"
#include "controls/TokenChips.h"
#include "controls/labels.h"
#include "document/compared.h"
#include "document/lookedAt.h"
#include "import/leftOut.h"
#include "panels/sentence/SplitBox.h"
#include "paste/matrixText.h"
#include "session/edits.h"
#include "session/givenStages.h"
#include "style/Theme.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "style/wrappedLabel.h"
#include "text/tokenizers.h"
#include "words/tokenText.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <string_view>

namespace headlight {
namespace {

constexpr int kMaxWordLength = 100'000;

/// Returns the number of bytes of `now` that are not at the start or the end of `before`.
std::size_t newLetters(std::string_view before, std::string_view now) {
    const auto [was, is] = std::ranges::mismatch(before, now);
    const auto same = static_cast<std::size_t>(is - now.begin());
    before.remove_prefix(same);
    now.remove_prefix(same);
    const auto ends = std::mismatch(before.rbegin(), before.rend(), now.rbegin(), now.rend());
    return static_cast<std::size_t>(now.rend() - ends.second);
}

/// True if a text may be meant as matrices: not "[1] The cat sat", a sentence with a reference.
bool holdsMatrices(const QString& text) {
    constexpr qsizetype kMost = 100'000; // letters, which are read at once
    if (text.size() > kMost || !text.contains(QLatin1Char('['))) return false;
    const auto found = matricesFromText(text.toStdString());
    if (!found) return false;
    Index numbers = 0, most = 0; // in all matrices; in one
    for (const PastedMatrix& one : found->matrices) {
        numbers += one.numbers.size();
        most = std::max(most, one.numbers.size());
    }
    const QStringList parts = text.simplified().split(QLatin1Char(' '));
    return most >= 2 && std::ranges::count_if(parts, [](const QString& part) { return part[0].isLetter(); }) <= numbers;
}

} // namespace

SentencePanel::SentencePanel(Workbench& bench, QWidget* parent, Sentence which) : Panel(bench, parent), which_(which) {
    buildField();
    buildSplit();
    buildChips();
    which_ == Sentence::First ? buildFirst() : buildSecond();
    setVisible(which_ == Sentence::First);
    field_->setVisible(which_ == Sentence::First);
    setTabOrder(field_, split_);
    setFocusProxy(field_); // which may be beside it
}

QString SentencePanel::named(const QString& name) const {
    return which_ == Sentence::First ? name : tr("%1 of the second sentence").arg(name);
}

const Text& SentencePanel::text() const {
    const Session& session = workbench().state().session;
    const Text* text = textOf(session, which_);
    return text ? *text : session.text; // this panel will be hidden when it is presented
}

Workbench::Edit SentencePanel::tokenizing(const TokenizerSpec& spec) const {
    return [spec, which = which_](const Session& session, const Watch& watch) {
        return withTokenizer(session, spec, watch, which);
    };
}

void SentencePanel::buildField() {
    place_ = new QWidget;
    place_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    field_ = new SentenceField(parentWidget() ? parentWidget() : this);
    followTextSize(*place_, [this] { place_->setFixedHeight(field_->lineHeight()); });
    field_->setAccessibleName(which_ == Sentence::First ? tr("Sentence") : tr("Second sentence"));
    connect(field_, &SentenceField::textChanged, this, &SentencePanel::typed);
    connect(field_, &SentenceField::focusEntered, this, [this] { typing_.end(); });
    connect(field_, &SentenceField::entered, this, [this] { typing_.end(); });
    field_->setCheck([this](const QString& sentence) { return wrongWith(sentence); });
    connect(field_, &SentenceField::pasteRefused, this,
            [this](const QString& why) { workbench().messages().report(tr("Nothing was pasted. %1").arg(why)); });
    connect(field_, &SentenceField::textPasted, this, [this](const QString& text) {
        if (holdsMatrices(text))
            workbench().messages().tell(
                tr("The pasted text holds matrices. To take them, undo, and paste into a table."));
    });
    connect(&workbench(), &Workbench::documentReplaced, this, [this] { // also by one with the same sentence
        field_->setSentence(QString::fromStdString(text().sentence));
        field_->setInvalid(false);
        field_->setToolTip({});
        if (which_ == Sentence::First && text().sentence.empty()) field_->setFocus(); // nothing else can be done
    });
}

void SentencePanel::buildChips() {
    chips_ = new TokenChips;
    chips_->setAccessibleName(named(tr("Tokens")));
    const auto pick = [this](int View::*which, int token) {
        workbench().look([=](View& view) { view.*which = token; });
    };
    connect(chips_, &TokenChips::queryPicked, this,
            [this, pick](int token) { pick(which_ == Sentence::First ? &View::query : &View::key, token); });
    connect(chips_, &TokenChips::keyPicked, this, [this, pick](int token) {
        if (&keyText(workbench().state().session) == &text()) pick(&View::key, token);
    });
}

void SentencePanel::buildFirst() {
    auto* column = laidOut<QVBoxLayout>(this, {14, 5, 14, 4}, 4);
    line_ = new QHBoxLayout;
    line_->setSpacing(8);
    line_->addWidget(place_, 1);
    line_->addSpacing(4);
    line_->addWidget(split_);
    column->addLayout(line_);

    auto* row = new QHBoxLayout;
    row->addWidget(chips_, 1);
    row->addWidget(caution_ = new ElidedLabel({}, "problem"), 1, Qt::AlignVCenter);
    caution_->setAccessibleDescription(tr("Caution"));
    caution_->setTextFormat(Qt::PlainText);
    column->addLayout(row);
}

/// Lays the panel out in one line, to leave space for the maps.
void SentencePanel::buildSecond() {
    auto* row = laidOut<QHBoxLayout>(this, {14, 5, 14, 6}, 8);
    row->addWidget(new ElidedLabel(tr("Keys and values from"), "caption"), 0, Qt::AlignVCenter);

    row->addWidget(place_, 2);
    row->addWidget(split_);
    row->addWidget(chips_, 3);
}

void SentencePanel::buildSplit() {
    split_ = new SplitBox(named(tr("Tokenizer")), named(tr("Leave out")), *this);
    connect(split_, &SplitBox::activated, this, &SentencePanel::changeTokenizer);
    connect(split_, &SplitBox::removeEdited, this, &SentencePanel::changeRemoved);
    connect(split_, &SplitBox::removeFinished, this, [this] { removing_.end(); });
}

void SentencePanel::addTrailingWidget(QWidget* widget) {
    line_->addWidget(trailing_ = widget);
    setTabOrder(split_, widget); // from left to right
}

int SentencePanel::tokensEnd() const {
    if (isHidden()) return 0;
    return chips_->mapTo(this, QPoint(std::min(chips_->end(), chips_->width()), 0)).x();
}

/// Returns the maximum number of entries that are drawn or added to given stages: each letter may be a new token.
double SentencePanel::numbersOf(std::size_t letters) const {
    const Session& session = workbench().state().session;
    const Sizes now = sizesOf(session);
    Sizes then = now;
    if (which_ == Sentence::First) then.tokens += static_cast<int>(letters);
    if (&keyText(session) == &text()) then.keyTokens += static_cast<int>(letters);
    return static_cast<double>(letters) * static_cast<double>(text().embeddings.cols()) + numbersGiven(session, then) -
           numbersGiven(session, now);
}

bool SentencePanel::applyIn(TypingGesture& burst, const QString& label, const Workbench::Edit& edit, double numbers) {
    if (numbers > Workbench::kMany) split_->hidePopup(); // the edit has a window of its own, which no popup may cover
    const Session before = workbench().state().session;
    const bool applied = workbench().apply(label, edit, burst.begin(workbench(), clock_()), numbers);
    burst.made(workbench());
    workbench().messages().tellLoss(before); // of given stages
    if (applied || !workbench().state().problem.isEmpty()) return applied;
    field_->setSentence(QString::fromStdString(text().sentence));
    split_->present(text().tokenizer);
    return true;
}

void SentencePanel::typed() {
    const QString sentence = field_->sentence();
    // This is called when present() writes, too: then the field equals the session, and there is no edit.
    if (!shown_.tokens || isOfCounterpart_ ||
        sentence == SentenceField::normalised(QString::fromStdString(text().sentence))) {
        markRefused(false);
        return;
    }
    const std::string typed = sentence.toStdString();
    markRefused(!applyIn(
        typing_, which_ == Sentence::First ? tr("Type sentence") : tr("Type second sentence"),
        [typed, which = which_](const Session& session, const Watch& watch) {
            return withSentence(session, typed, watch, which);
        },
        numbersOf(newLetters(text().sentence, typed))));
}

/// Returns why a pasted sentence is refused, before the field lays it out; empty: it is not.
QString SentencePanel::wrongWith(const QString& sentence) const {
    if (SentenceField::longestWord(sentence) > kMaxWordLength)
        return tr("One of the words would have more than %1 letters.").arg(QLocale::c().toString(kMaxWordLength));
    const auto tokens = tokenise(sentence.toStdString(), text().tokenizer);
    return tokens ? QString() : QString::fromStdString(tokens.text());
}

/// Marks the field. A refused input stays until it is mended, or the user agrees to lose it.
void SentencePanel::markRefused(bool isRefused) {
    field_->setInvalid(isRefused);
    const QString why = isRefused ? workbench().state().problem : QString();
    field_->setToolTip(why);
    if (shown_.tokens) workbench().refuse(which_, why);
}

void SentencePanel::changeTokenizer(int index) {
    TokenizerSpec spec = text().tokenizer;
    spec.kind = split_->itemData(index).toString().toStdString();
    TypingGesture choice; // always a step of its own
    applyIn(choice, split_->itemText(index), tokenizing(spec), numbersOf(shown_.sentence.size()));
    split_->present(text().tokenizer); // if it was refused, too
}

void SentencePanel::changeRemoved(const QString& characters) {
    TokenizerSpec spec = text().tokenizer;
    spec.remove = characters.toStdString();
    applyIn(removing_, tr("Leave out characters"), tokenizing(spec), numbersOf(shown_.sentence.size()));
}

void SentencePanel::present(const ViewState& state) {
    const Text* shown = textOf(state.session, which_);
    setVisible(shown);
    field_->setVisible(shown && !state.isPresenting);
    if (!shown) return forgetText();
    for (QWidget* one : {place_, static_cast<QWidget*>(split_), trailing_}) // a presentation has the chips alone
        if (one) one->setVisible(!state.isPresenting);
    // If the maps show the state compared with, so does the panel, unless the typed sentence has been refused.
    const ViewState told = state.refused.contains(which_) ? state : shownState(state);
    const Text* other = textOf(told.session, which_);
    isOfCounterpart_ = other && (other->sentence != shown->sentence || other->tokens != shown->tokens);
    presentText(isOfCounterpart_ ? *other : *shown);
    for (QWidget* one : {static_cast<QWidget*>(field_), static_cast<QWidget*>(chips_), static_cast<QWidget*>(split_)})
        one->setEnabled(!isOfCounterpart_);
    if (caution_) presentCaution(state);
    const View& view = isOfCounterpart_ ? told.view : state.view;
    const bool hasQueries = which_ == Sentence::First, hasKeys = shown == &keyText(state.session);
    chips_->showIds(state.tokenIds);
    chips_->showSummary(!state.isPresenting);
    chips_->setMarked(hasQueries ? view.query : -1, hasKeys ? view.key : -1);
}

void SentencePanel::presentCaution(const ViewState& state) {
    const FileCaution caution = cautionOf(state);
    showText(*caution_, QString::fromStdString(textOf(caution, false)));
    caution_->setToolTip(plainTip(QString::fromStdString(textOf(caution, true))));
}

/// Forgets a second sentence that is gone, and an input there that was refused.
void SentencePanel::forgetText() {
    shown_ = {};
    if (workbench().state().refused.contains(which_)) workbench().refuse(which_, {});
}

void SentencePanel::presentText(const Text& text) {
    // A refused input stays in its field until the session's own text changes.
    const bool first = !shown_.tokens;
    const bool sentence = first || text.sentence != shown_.sentence;
    const bool tokens = first || text.tokens != shown_.tokens;
    const bool areRead = readsEmbeddings(workbench().state().session);
    const bool isOtherSummary = std::exchange(areRead_, areRead) != areRead || tokens;
    const TokenizerSpec before = shown_.tokenizer;
    if (sentence || tokens || text.tokenizer != before) shown_ = text;
    if (sentence) field_->setSentence(QString::fromStdString(text.sentence));
    if (first || text.tokenizer != before) split_->present(text.tokenizer);
    if (tokens) chips_->setTokens(text.tokens);
    if (which_ == Sentence::First && isOtherSummary) chips_->setSummary(tokenSummary(*text.tokens, areRead));
}

/// Moves the field over its place in the panel.
void SentencePanel::placeField() {
    const QRect line(place_->mapTo(this, QPoint(0, 0)), place_->size());
    field_->setFixedWidth(line.width());
    field_->move(field_->parentWidget() == this ? line.topLeft() : mapToParent(line.topLeft()));
}

bool SentencePanel::event(QEvent* event) {
    const bool handled = Panel::event(event);
    const QEvent::Type type = event->type();
    if (type == QEvent::LayoutRequest || type == QEvent::Move || type == QEvent::Resize || type == QEvent::Show) {
        layout()->activate();
        placeField();
    }
    return handled;
}

void SentencePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    painter.fillRect(0, height() - 1, width(), 1, currentTheme().border);
}

} // namespace headlight
