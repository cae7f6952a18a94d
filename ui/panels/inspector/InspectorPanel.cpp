#include "panels/inspector/InspectorPanel.h"

#include "controls/buttons.h"
#include "controls/keyboardStop.h"
#include "controls/labels.h"
#include "controls/menuEntries.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/selection.h"
#include "panels/inspector/LessonPage.h"
#include "panels/inspector/way.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "words/numberWords.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>
#include <tuple>
#include <utility>

namespace headlight {
namespace {

constexpr int kMinWidth = 250, kFoot = 10;  // px; bars over the status line may cover the foot
constexpr std::size_t kMaxSteps = 100;      // steps back
constexpr auto kWrite = QEvent::User;       // the page is out of date
constexpr double kMaxWeights = 1024 * 1024; // of a head: with more, the strongest is not searched after each edit

QToolButton* keyButton(const char* icon, const QString& name, const QKeySequence& key) {
    auto* button = new IconButton(icon, name,
                                  QStringLiteral("%1 (%2)").arg(name, key.toString(QKeySequence::NativeText)));
    button->setObjectName("link");
    button->setShortcut(key);
    return button;
}

bool isAnswered(const Response& response, const std::vector<CellDemand>& cells) {
    return response.request.cells == cells && response.explanations.size() == cells.size() &&
           std::ranges::find(response.explanations, nullptr) == response.explanations.end();
}

/// Returns the largest of the head's weights.
std::optional<Operand> strongestOf(const Response& response) {
    if (response.statistics.empty() || !response.statistics.front()) return std::nullopt;
    const HeadStatistics& head = *response.statistics.front();
    const auto largest = [](const RowStatistics& row) { return row[Measure::Largest].value_or(-1); };
    const auto row = std::ranges::max_element(head.rows, {}, largest);
    if (row == head.rows.end() || row->largestAt < 0) return std::nullopt;
    return Operand{CellRef{Stage::Weights, head.of.layer, head.of.head, static_cast<int>(row - head.rows.begin()),
                           static_cast<int>(row->largestAt)},
                   static_cast<float>(largest(*row))};
}

bool hasManyWeights(const Sizes& sizes) { return double(sizes.tokens) * sizes.keyTokens > kMaxWeights; }

} // namespace

InspectorPanel::InspectorPanel(Workbench& bench, QWidget* parent) : Panel(bench, parent, "side") {
    auto* all = laidOut<QVBoxLayout>(this, {0, 0, 0, kFoot}, 0);
    addHead(*all);
    page_ = new LessonPage;
    page_->setAccessibleName(tr("How the number came to be"));
    page_->setFrameShape(QFrame::NoFrame);
    page_->setOpenLinks(false);
    page_->document()->setUndoRedoEnabled(false);
    all->addWidget(page_, 1);
    setTabOrder(forward_, page_);
    connect(page_, &QTextBrowser::anchorClicked, this, &InspectorPanel::follow);
    connect(page_, &QTextBrowser::highlighted, this, [this](const QUrl& link) {
        workbench().light(presentNumbers(workbench().state(), addressesIn(link.toString())));
    });
    // A page stays until the next one is written: its entry may not exist any more.
    look_.originOf = [this](const ParameterCell& entry) {
        const ViewState& state = workbench().state();
        return exists(state.session, entry) ? origins_.ofMatrix(state, entry) : QString();
    };
    page_->setMoreTips([this](const QString& link) {
        const std::vector<Address> addresses = addressesIn(link);
        const auto* entry = addresses.size() == 1 ? std::get_if<ParameterCell>(&addresses.front()) : nullptr;
        const ViewState& state = workbench().state();
        return entry && exists(state.session, *entry) ? origins_.ofEntry(state, *entry) : QString();
    });
    page_->setLatex([this] { return shown_ ? lessonLatex(pen(), wayShown()) : QString(); });
    connect(&bench, &Workbench::documentReplaced, this, [this] { // the pages were of the old one
        before_.clear();
        after_.clear();
        showSteps();
        page_->verticalScrollBar()->setValue(0);
        isFirst_ = true;
    });
    keepWidth(kMinWidth, *page_->verticalScrollBar());
    followTextSize(*this, [this] {
        pageSize_ = 0;
        html_.clear();
        shown_.reset();
        QMetaObject::invokeMethod(this, &InspectorPanel::presentWithNewSize, Qt::QueuedConnection);
    });
}

/// Writes the page once the window is arranged anew, so that it is laid out once; a hidden one when it appears.
void InspectorPanel::presentWithNewSize() {
    if (!isVisible()) return;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    showDecimals();
    workbench().presentAgain(*this);
    write();
}

void InspectorPanel::addHead(QLayout& all) {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(LessonPage::kMargin, 10, LessonPage::kMargin - 4, 0);
    head->setSpacing(2);
    heading_ = new ElidedLabel(tr("Inspector"), "title");
    back_ = keyButton("chevron-left", tr("Previous number"), QKeySequence::Back);
    forward_ = keyButton("chevron-right", tr("Next number"), QKeySequence::Forward);
    connect(back_, &QToolButton::clicked, this, [this] { step(before_, after_); });
    connect(forward_, &QToolButton::clicked, this, [this] { step(after_, before_); });
    decimals_ = linkButton({}, tr("Decimals"), tr("Decimals of the numbers on this page"));
    decimals_->setMenu(new QMenu(decimals_));
    decimals_->setPopupMode(QToolButton::InstantPopup);
    const auto text = [](int count) { return count < 0 ? tr("All &digits (float32)") : tr("&%1 decimals").arg(count); };
    addNumberChoices(
        *decimals_->menu(), {2, 3, 4, 5, 6, 7, 8, 9, kAllDigits}, workbench().state().decimals.inspector, text, {},
        [this](int chosen) { workbench().look([chosen](Look& look) { look.decimals.inspector = chosen; }); });
    head->addWidget(heading_, 1);
    for (QToolButton* button : {decimals_, back_, forward_}) head->addWidget(button);
    static_cast<QVBoxLayout&>(all).addLayout(head);
    makeOneStop(*this);
    showSteps();
}

/// Shows only the number if the words have no space beside the heading.
void InspectorPanel::showDecimals() {
    const int count = workbench().state().decimals.inspector;
    const QString decimals = count < 0 ? tr("all digits") : tr("%1 decimals").arg(count);
    const QFontMetrics metrics = decimals_->fontMetrics();
    const int around = decimals_->sizeHint().width() - metrics.horizontalAdvance(decimals_->text());
    const int spaces = 2 * LessonPage::kMargin + 3 * 2; // of the row, and between its four parts
    const int beside = heading_->sizeHint().width() + around + 2 * back_->minimumWidth() + spaces;
    const bool fits = metrics.horizontalAdvance(decimals) <= width() - beside;
    const QString shown = fits ? decimals : decimals.section(u' ', 0, 0);
    if (decimals_->text() != shown) decimals_->setText(shown);
}

void InspectorPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    if (event->size().width() == event->oldSize().width()) return;
    showDecimals();
    pageSize_ = 0;
    html_.clear();
    writeLater();
}

/// Shows the state compared with if the maps do.
void InspectorPanel::present(const ViewState& state) {
    const bool isOfCounterpart = state.maps.compared == Compared::Other;
    const ViewState shown = shownState(state);
    const Session& session = shown.session;
    const QString heading = isOfCounterpart ? tr("Inspector \u00b7 %1").arg(nameOf(state.maps.counterpart))
                                            : tr("Inspector");
    const bool isSameHead = heading_->text() == heading && look_.decimals == state.decimals.inspector;
    if (!isSameHead) heading_->setText(heading);
    if (!isSameHead) showDecimals();
    const View& view = shown.view;
    const QString lack = whyNoCounterpart(state);
    if (isOfCounterpart && !lack.isEmpty()) {
        ask({});
        return say(lack);
    }
    const Sizes sizes = sizesOf(session, view.layer);
    const bool hasCells = sizes.tokens > 0 && sizes.keyTokens > 0;
    const CellRef selected = toldCell(state, session, view);
    const std::vector<CellRef> way = computedOf(hasCells ? wayTo(selected, session, view) : std::vector<CellRef>(),
                                                state);
    std::vector<CellDemand> cells;
    for (const CellRef& cell : way) cells.emplace_back(cell, isOfCounterpart ? kOther : 0);
    // A difference, or maps side by side, need the numbers of both states.
    const bool areBoth = state.maps.compared == Compared::Difference || state.maps.compared == Compared::SideBySide;
    if (areBoth && !way.empty() && lack.isEmpty())
        cells.emplace_back(selectedCell(*state.other, viewIn(Compared::Other, state)), kOther);
    std::vector<StatisticsDemand> heads;
    if (hasCells && !state.step && isWeighed(selected) && !hasManyWeights(sizes))
        heads.push_back({selected.layer, selected.head, isOfCounterpart ? kOther : 0});
    if (request().cells != cells || request().statistics != heads)
        ask({.maps = {}, .cells = cells, .statistics = heads});
    if (way.empty()) return say(tr("Type a sentence above. Then each number tells here how it came to be."));
    const auto response = state.responseTo(*this);
    if (response && !response->frame->problem.empty()) return say(QString::fromStdString(response->frame->problem));
    if (!response || !isAnswered(*response, cells)) { // until there is an answer, the shown page stays
        if (!shown_) say(tr("The numbers are being computed."));
        return;
    }
    const Address subject = state.entry && !isOfCounterpart ? Address(*state.entry) : Address(selected);
    const bool isSameNumber = subject == subject_.subject && state.step == step_ && lack == lack_;
    const bool isSame = response == shown_ && isOfCounterpart == isOfCounterpart_ && look_.theme == state.theme &&
                        look_.decimals == state.decimals.inspector && isSameNumber;
    if (shown_ && subject != subject_.subject && !state.step) leave(subject_); // a walk selects key after key
    // A page that the user has scrolled stays where it is for the next number of its kind.
    const auto* was = std::get_if<CellRef>(&subject_.subject);
    const bool isRead = was && was->stage == selected.stage && subject.index() == subject_.subject.index() &&
                        !state.step && page_->verticalScrollBar()->value() != revealed_;
    shown_ = response;
    const bool isNewTheme = std::exchange(look_.theme, state.theme) != state.theme;
    look_.decimals = state.decimals.inspector;
    selected_ = selected;
    subject_ = {subject, presentNumbers(state, {subject}).front(), state.view.head, state.view.query, state.view.key};
    isOfCounterpart_ = isOfCounterpart;
    lack_ = lack;
    step_ = state.step;
    look_.unfinished = unfinishedOf(state, selected);
    reveals_ = !std::exchange(isFirst_, false) && (reveals_ || (!isSameNumber && !isRead));
    if (isNewTheme)
        write(); // with the rest of the window
    else if (!isSame)
        writeLater();
}

void InspectorPanel::say(const QString& text) {
    shown_.reset();
    const QString html = text.toHtmlEscaped();
    if (std::exchange(html_, text) != text) page_->setPage({html, {{QStringLiteral("\n"), html}}});
}

/// Writes the page after the maps are painted (at LowEventPriority), since it takes longer than all of them.
void InspectorPanel::writeLater() {
    QCoreApplication::removePostedEvents(this, kWrite);
    QCoreApplication::postEvent(this, new QEvent(kWrite), Qt::LowEventPriority - 1);
}

/// Queues the writing once more, since the maps' event after their painting has this priority, too.
bool InspectorPanel::event(QEvent* event) {
    if (event->type() != kWrite) return Panel::event(event);
    QMetaObject::invokeMethod(this, &InspectorPanel::write, Qt::QueuedConnection);
    return true;
}

/// Returns the explanations without that of the state compared with, which only the page's head mentions.
Explanations InspectorPanel::wayShown() const {
    Explanations way = shown_->explanations;
    if (!isOfCounterpart_ && shown_->request.cells.back().state == kOther) way.pop_back();
    return way;
}

LessonPen InspectorPanel::pen() const {
    const Frame& frame = *shown_->frame;
    const auto* inPlace = std::get_if<int>(&workbench().state().maps.counterpart);
    return {isOfCounterpart_ ? frame.demand.others.front() : frame.session, selected_, look_, strongestOf(*shown_),
            isOfCounterpart_ && inPlace ? std::optional(*inPlace) : std::nullopt};
}

/// Writes the page in smaller text if a table is too wide for the panel.
void InspectorPanel::write() {
    QCoreApplication::removePostedEvents(this, kWrite);
    if (!shown_) return;
    const int space = width() - page_->verticalScrollBar()->sizeHint().width();
    if (pageSize_ == 0)
        pageSize_ = std::clamp(double(space) / kMinWidth, kMinTextSize, std::max(textSize(), kMinTextSize));
    std::optional<PictureTextSize> smaller;
    if (pageSize_ < textSize()) smaller.emplace(pageSize_);
    LessonPen pen = this->pen();
    const Explanations way = wayShown();
    pen.change = lack_.toHtmlEscaped();
    if (way.size() < shown_->explanations.size())
        if (const auto own = std::ranges::find(way, selected_, [](const auto& one) { return one->of; });
            own != way.end())
            pen.change = changeHtml(pen, nameOf(workbench().state().maps.counterpart), **own,
                                    *shown_->explanations.back());
    Written page{pen.sheet(), {}};
    // The page is about the response; origins of numbers are those of the present session, which may be a later one.
    const ViewState& state = workbench().state();
    if (const auto* entry = std::get_if<ParameterCell>(&subject_.subject);
        entry && exists(pen.session, *entry) && exists(state.session, *entry))
        page += entryHtml(pen, *entry, origins_.ofEntry(state, *entry, look_.decimals));
    page += lessonHtml(pen, way);
    if (!step_ && isWeighed(selected_) && hasManyWeights(sizesOf(pen.session, selected_.layer)))
        page += LessonPen::apart(pen.muted(tr("Of more than 1,024 × 1,024 weights the strongest is not looked for.")));
    if (page.html.contains(u'≈')) page += LessonPen::apart(pen.muted(aboutRoughly()));
    if (std::exchange(html_, page.html) != page.html) {
        page_->setPage(std::move(page));
        const double share = page_->viewport()->width() / page_->document()->size().width();
        if (share < 1 && pageSize_ > kMinTextSize) {
            pageSize_ = std::max(kMinTextSize, std::min(share, 0.97) * pageSize_); // ends after few layouts
            return write();
        }
        presentLight(workbench().state());
    }
    if (!std::exchange(reveals_, false)) return;
    // This is the section of the number, or the text on an entry above all sections.
    const auto* cell = std::get_if<CellRef>(&subject_.subject);
    page_->reveal(cell ? QStringLiteral("open:") + QLatin1String(infoOf(cell->stage).id) : QString());
    revealed_ = page_->verticalScrollBar()->value();
}

void InspectorPanel::presentLight(const ViewState& state) {
    QStringList links;
    for (const ViewState shown = shownState(state); const Address& at : shown.lit) links << addressText({at});
    page_->light(links, state.theme->sunken);
}

void InspectorPanel::follow(const QUrl& link) {
    const QString text = link.toString(), kind = text.section(QLatin1Char(':'), 0, 0);
    const StageInfo* stage = findStage(text.section(QLatin1Char(':'), 1).toStdString());
    if (stage && (kind == QLatin1String("open") || kind == QLatin1String("all"))) {
        const auto toggle = [](auto& of, const auto& one) {
            if (of.erase(one) == 0) of.insert(one);
        };
        if (kind == QLatin1String("open"))
            toggle(look_.toggled, std::pair(stage->stage, isOpenAtFirst(selected_, stage->stage)));
        else
            toggle(look_.whole, stage->stage);
        shown_.reset();
        workbench().presentAgain(*this);
    } else if (kind == QLatin1String("key")) {
        const ViewState& state = workbench().state();
        const CellRef weight{Stage::Weights, state.view.layer, 0, 0, text.section(QLatin1Char(':'), 1).toInt()};
        workbench().select(state.view.head, state.view.query, presentCell(state.maps.compared, state, weight).col);
    } else if (const std::vector<Address> addresses = addressesIn(text); !addresses.empty()) {
        const ViewState& state = workbench().state();
        const View& view = state.view;
        goTo({addresses.front(), presentNumbers(state, {addresses.front()}).front(), view.head, view.query, view.key});
    }
}

/// Selects the number of a page. Its head, query and key are selected first, since the page depends on them.
void InspectorPanel::goTo(const Place& place) {
    if (!exists(workbench().state().session, place.present)) return; // the head or layer is gone
    workbench().look([place](Look& look) {
        View& view = look.view;
        std::tie(view.head, view.query, view.key) = std::tie(place.head, place.query, place.key);
        look.entry.reset();
        if (const auto* cell = std::get_if<CellRef>(&place.present)) view = selecting(*cell, view);
        const auto* entry = std::get_if<ParameterCell>(&place.present);
        if (!entry) return;
        look.entry = *entry;
        if (belongsToHead(entry->parameter)) view.head = entry->head;
        if (entry->parameter == Parameter::X) view.query = entry->row;
        if (entry->parameter == Parameter::Xkv) view.key = entry->row;
        if (!areEmbeddings(entry->parameter)) look.parameter = entry->parameter; // their table is always visible
    });
}

/// Remembers a page for "back", however another number was selected.
void InspectorPanel::leave(const Place& place) {
    if (before_.size() == kMaxSteps) before_.erase(before_.begin());
    before_.push_back(place);
    after_.clear();
    showSteps();
}

void InspectorPanel::step(std::vector<Place>& from, std::vector<Place>& to) {
    if (from.empty()) return;
    to.push_back(std::exchange(subject_, from.back()));
    from.pop_back();
    shown_.reset();
    reveals_ = true;
    goTo(subject_);
    showSteps();
    workbench().presentAgain(*this);
}

void InspectorPanel::showSteps() {
    back_->setEnabled(!before_.empty());
    forward_->setEnabled(!after_.empty());
}

} // namespace headlight
