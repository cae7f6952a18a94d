#include "panels/find/FindPanel.h"

#include "controls/SegmentButton.h"
#include "controls/buttons.h"
#include "controls/keyboardStop.h"
#include "controls/labels.h"
#include "document/Workbench.h"
#include "plot/TokenLabels.h"
#include "style/fieldHabits.h"
#include "style/layouts.h"
#include "style/styleSheet.h"
#include "words/conventions.h"
#include "words/tokenText.h"

#include <QApplication>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>
#include <iterator>
#include <utility>

namespace headlight {
namespace {

constexpr int kFieldWidth = 190, kMaxQuoted = 24;

QString quoted(const QString& typed) {
    return QStringLiteral(u"\u201C\u2068%1\u2069\u201D").arg(elided(typed.simplified(), kMaxQuoted));
}

QHBoxLayout* rowOf(QWidget& page, const QString& caption) {
    auto* row = laidOut<QHBoxLayout>(&page, {0, 0, 0, 0}, 6);
    auto* label = new QLabel(caption);
    label->setObjectName("caption");
    row->addWidget(label);
    return row;
}

} // namespace

FindPanel::FindPanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent, "status"), find_(makeFind()), goTo_(makeGoTo()), said_(new ElidedLabel) {
    said_->setAccessibleDescription(tr("Found"));
    said_->setTextFormat(Qt::PlainText);
    said_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it never makes the window wider
    QToolButton* close = linkButton(QStringLiteral(u"\u00D7"), tr("Close"), tr("Close (Esc)"));
    close->setFocusPolicy(Qt::TabFocus); // a click leaves the focus in the field
    connect(close, &QToolButton::clicked, this, &FindPanel::close);
    auto* row = laidOut<QHBoxLayout>(this, {14, 2, 10, 2}, 12);
    row->addWidget(find_);
    row->addWidget(goTo_);
    row->addWidget(said_, 1);
    row->addWidget(close);
    makeOneStop(*this);
    hide();
    bench.closeables().add([bar = QPointer(this)] { return bar && bar->isVisible(); }, [this] { this->close(); });
}

QLineEdit* FindPanel::makeField(QHBoxLayout& row, const QString& name, const QString& hint) {
    auto* field = new QLineEdit;
    field->setAccessibleName(name);
    field->setPlaceholderText(hint);
    field->setFixedWidth(kFieldWidth);
    keepOwnUndo(*field);
    row.addWidget(field);
    return field;
}

QWidget* FindPanel::makeFind() {
    auto* page = new QWidget;
    QHBoxLayout* row = rowOf(*page, tr("Find"));
    text_ = makeField(*row, tr("Find token"), tr("Part of a token"));
    connect(text_, &QLineEdit::textEdited, this, &FindPanel::find);
    auto* previous = new IconButton("chevron-left", tr("Find previous"), tr("Previous match (Shift+Enter)"));
    auto* next = new IconButton("chevron-right", tr("Find next"), tr("Next match (Enter)"));
    connect(previous, &IconButton::clicked, this, &FindPanel::findPrevious);
    connect(next, &IconButton::clicked, this, &FindPanel::findNext);
    for (QWidget* button : {previous, next}) row->addWidget(button);
    row->addSpacing(8);
    side_ = new QButtonGroup(this);
    std::vector<QAbstractButton*> segments;
    for (const auto& [side, name, tip] :
         {std::tuple(Side::Tokens, tr("as query"), tr("Select the found token as query")),
          std::tuple(Side::KeyTokens, tr("as key"), tr("Select the found token as key"))}) {
        QPushButton* button = textButton(name, name, tip);
        button->setAutoDefault(false);
        side_->addButton(button, static_cast<int>(side));
        segments.push_back(button);
    }
    row->addWidget(makeTrack(segments));
    side_->button(static_cast<int>(Side::Tokens))->setChecked(true);
    connect(side_, &QButtonGroup::idClicked, this, &FindPanel::find);
    return page;
}

QWidget* FindPanel::makeGoTo() {
    auto* page = new QWidget;
    QHBoxLayout* row = rowOf(*page, tr("Go to"));
    query_ = makeField(*row, tr("Query to go to"), tr("Query: position or token"));
    row->addWidget(new QLabel(QStringLiteral(u"\u2192")));
    key_ = makeField(*row, tr("Key to go to"), tr("Key: position or token"));
    QPushButton* go = textButton(tr("Go"), tr("Go"), tr("Select this cell (Enter)"));
    connect(go, &QPushButton::clicked, this, &FindPanel::goTo);
    row->addWidget(go);
    return page;
}

Side FindPanel::side() const { return static_cast<Side>(side_->checkedId()); }

void FindPanel::forgetWords() {
    query_->setText(placeText(workbench().state().view.query));
    key_->setText(placeText(workbench().state().view.key));
}

void FindPanel::openFind() { open(*find_, *text_); }

void FindPanel::openGoTo() {
    if (goTo_->isHidden() || isHidden()) forgetWords();
    open(*goTo_, *query_);
}

void FindPanel::open(QWidget& page, QLineEdit& field) {
    QWidget* focus = QApplication::focusWidget();
    if (!isAncestorOf(focus)) before_ = focus;
    find_->setVisible(&page == find_);
    goTo_->setVisible(&page == goTo_);
    hide(); // opened again, it is the newest for Esc
    workbench().closeables().follow();
    show();
    workbench().closeables().follow();
    field.setFocus(Qt::ShortcutFocusReason);
    field.selectAll();
    for (QLineEdit* each : {text_, query_, key_}) setLook(*each, "invalid", false);
    say({}, false);
    if (&page == find_) showCount();
}

void FindPanel::close() {
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    hide();
    if (hadFocus && before_ && before_->isVisible()) before_->setFocus(Qt::OtherFocusReason);
}

void FindPanel::choose(const std::map<Side, int>& places) {
    workbench().look([places](Look& look) {
        look.entry.reset();
        for (const auto& [side, place] : places) {
            (side == Side::Tokens ? look.view.query : look.view.key) = place;
            look.maps.reveal(side, place);
        }
    });
}

FindPanel::Found FindPanel::found() {
    const ViewState& state = workbench().state();
    const bool areQueries = side() == Side::Tokens;
    const Text& text = areQueries ? state.session.text : keyText(state.session);
    const bool areOldTokens = std::exchange(searched_, text.tokens) == text.tokens;
    if (std::exchange(typed_, text_->text()) != typed_ || !areOldTokens) places_ = placesHolding(*searched_, typed_);
    return {places_, areQueries ? state.view.query : state.view.key};
}

void FindPanel::find() {
    if (!found().places.empty()) step(0);
    showCount();
}

void FindPanel::step(int by) {
    const auto [places, at] = found();
    if (places.empty()) return openFind(); // the bar says why there are none
    auto next = std::ranges::lower_bound(places, by > 0 ? at + 1 : at);
    if (by < 0)
        next = std::prev(next == places.begin() ? places.end() : next);
    else if (next == places.end())
        next = places.begin();
    choose({{side(), *next}});
}

int FindPanel::placeIn(QLineEdit& field, const Tokens& tokens, const QString& what) {
    const auto place = placeMeant(tokens, field.text());
    setLook(field, "invalid", !place);
    if (place) return *place;
    field.setFocus();
    field.selectAll();
    const QString said = field.text().trimmed().isEmpty() ? tr("The %1 field is empty").arg(what)
                                                          : tr("There is no %1 %2").arg(what, quoted(field.text()));
    say(tokens.count() == 0 ? tr("There are no tokens to go to: type a sentence first.")
                            : tr("%1: type a position from %2 to %3, or a token.")
                                  .arg(said, placeText(0), placeText(tokens.count() - 1)),
        true);
    return -1;
}

void FindPanel::goTo() {
    const Session& session = workbench().state().session;
    const int query = placeIn(*query_, *session.text.tokens, tr("query"));
    if (query < 0) return;
    const int key = placeIn(*key_, *keyText(session).tokens, tr("key"));
    if (key < 0) return;
    say({}, false);
    choose({{Side::Tokens, query}, {Side::KeyTokens, key}});
}

/// Names the sentence that was searched if there are two.
QString FindPanel::nothingFound() const {
    if (!workbench().state().session.source) return tr("No token contains %1.");
    return side() == Side::Tokens ? tr("No query contains %1.") : tr("No key contains %1.");
}

void FindPanel::showCount() {
    const auto [places, at] = found();
    const bool isMissing = !text_->text().isEmpty() && places.empty();
    setLook(*text_, "invalid", isMissing);
    if (text_->text().isEmpty()) return say({}, false);
    if (isMissing) return say(nothingFound().arg(quoted(text_->text())), true);
    const auto here = std::ranges::find(places, at);
    say(here == places.end() ? tr("%1 found").arg(places.size())
                             : tr("%1 of %2").arg(here - places.begin() + 1).arg(places.size()),
        false);
}

void FindPanel::say(const QString& text, bool isProblem) {
    said_->setObjectName(isProblem ? "problem" : "caption");
    if (said_->text() != text) said_->setText(text);
    said_->setToolTip(isProblem ? text : QString());
    setLook(*said_, "isProblem", isProblem);
}

void FindPanel::present(const ViewState&) {
    if (!isHidden() && !find_->isHidden()) showCount();
}

void FindPanel::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !goTo_->isHidden())
        goTo();
    else if (isEnter)
        step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else
        Panel::keyPressEvent(event);
}

} // namespace headlight
