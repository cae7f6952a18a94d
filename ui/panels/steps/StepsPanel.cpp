#include "panels/steps/StepsPanel.h"

#include "attention/program.h"
#include "controls/buttons.h"
#include "controls/keyboardStop.h"
#include "controls/labels.h"
#include "document/Workbench.h"
#include "plot/stepWords.h"
#include "session/edits.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "table/MatrixView.h"
#include "words/numberWords.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <set>
#include <utility>

namespace headlight {
namespace {

/// Returns the stages that a step reads and makes.
std::vector<Stage> stagesOf(const Walk& walk, const Step& step) {
    std::set<Stage> stages{step.stage};
    for (const StageCells& block : walk.reads(step)) stages.insert(block.stage);
    return {stages.begin(), stages.end()};
}

/// Returns the parameter whose entries a step reads; else the first one that made what it reads: W_q for q · k.
std::optional<Parameter> tableOf(const std::vector<Address>& read, const ViewState& state) {
    for (const Address& one : read)
        if (const auto* entry = std::get_if<ParameterCell>(&one); entry && !areEmbeddings(entry->parameter))
            return entry->parameter;
    const Program program = programOf(state.session, state.view.layer);
    for (const StageCells& block : state.walk().reads(*state.step))
        for (const Op& op : program.behindInputs())
            for (const Parameter one : op.parameters)
                if (op.result == block.stage && matrixOf(state.session, {one, state.view.layer, state.view.head}))
                    return one;
    return {};
}

/// True while the user is in a menu, a dialog or a cell: the next step could replace the table that is being edited.
bool isAtWork(const QWidget& window) {
    return QApplication::activePopupWidget() || QApplication::activeModalWidget() ||
           std::ranges::any_of(window.findChildren<MatrixView*>(), &MatrixView::isEdited);
}

} // namespace

StepsPanel::StepsPanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent, "status"),
      words_(new LinkedLabel),
      show_(textButton(
          tr("Show its maps"), tr("Show its maps"),
          tr("Show what this step and those after it read and make, of this head alone; press again for the maps from before"))) {
    setAccessibleName(tr("Step through"));
    setProperty("takesSpace", true); // it must not cover the computed row
    grid_ = laidOut<QGridLayout>(this, {12, 3, 8, 3});
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(2);
    grid_->setColumnStretch(1, 1);
    controls_ = makeControls();
    grid_->addWidget(show_, 0, 3);
    grid_->addWidget(makeClose(), 0, 4);
    words_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    words_->setAccessibleDescription(tr("Step"));
    connect(words_, &QLabel::linkActivated, this, &StepsPanel::linkFollowed);
    followTextSize(*words_, [this] { fitWords(); });
    show_->setCheckable(true);
    QSizePolicy policy = show_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    show_->setSizePolicy(policy);
    connect(show_, &QPushButton::clicked, this,
            [this](bool on) { on ? showMaps() : takeMapsBack(workbench().state()); });
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (!isAtWork(*window()) && !workbench().state().isDragging)
            workbench().goToStep(workbench().state().stepAfter(1));
    });
    for (const int by : {-1, 1}) { // as a remote control sends them
        auto* key = new QShortcut(by < 0 ? Qt::Key_PageUp : Qt::Key_PageDown, window());
        key->setAutoRepeat(false);
        key->setEnabled(false);
        connect(key, &QShortcut::activated, this, [this, by] { go(by); });
        keys_.push_back(key);
    }
    hide();
}

QWidget* StepsPanel::makeControls() {
    auto* controls = new QWidget;
    auto* row = laidOut<QHBoxLayout>(controls, {0, 0, 0, 0}, 6);
    const auto add = [&](const char* icon, const QString& name, const QString& tip, auto act) {
        auto* button = new IconButton(icon, name, tip);
        connect(button, &IconButton::clicked, this, act);
        row->addWidget(button);
        return button;
    };
    first_ = add("first", tr("First step"), tr("Go to the first step"), [this] { goTo(0); });
    back_ = add("chevron-left", {}, {}, [this] { go(-1); });
    play_ = add("play", tr("Play"), tr("Go on step by step"), [this] { play(!isPlaying()); });
    next_ = add("chevron-right", {}, {}, [this] { go(1); });
    makeOneStop(*controls);
    row->addWidget(speed_ = new QComboBox);
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("How fast it plays"));
    speed_->addItem(tr("Slow"), 4000);
    speed_->addItem(tr("Normal"), 2000);
    speed_->addItem(tr("Fast"), 700);
    connect(speed_, &QComboBox::currentIndexChanged, this,
            [this] { timer_.setInterval(speed_->currentData().toInt()); });
    speed_->setCurrentIndex(1);
    row->addWidget(progress_ = new QSlider(Qt::Horizontal));
    followTextSize(*progress_, [this] { progress_->setFixedWidth(textPx(90)); });
    progress_->setAccessibleName(tr("Progress"));
    progress_->setToolTip(tr("Go to any step"));
    progress_->setPageStep(5);
    connect(progress_, &QSlider::valueChanged, this, &StepsPanel::goTo);
    row->addWidget(place_ = new QLabel);
    place_->setObjectName("caption");
    place_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return controls;
}

QWidget* StepsPanel::makeClose() {
    close_ = linkButton(QStringLiteral(u"\u00D7"), tr("Close"), {});
    connect(close_, &QToolButton::clicked, this,
            [this] { workbench().state().step ? workbench().goToStep({}) : emit lessonClosed(); });
    return close_;
}

/// Gives the sentence as many lines as any step needs, beside the controls, or below them in a narrow window; in a
/// presentation before them.
void StepsPanel::fitWords() {
    constexpr double kCaption = 13; // pt
    const bool isCaption = workbench().state().isPresenting;
    for (QWidget* one : {static_cast<QWidget*>(words_), controls_}) grid_->removeWidget(one);
    grid_->addWidget(controls_, 0, isCaption ? 2 : 0);
    const int space = parentWidget() ? parentWidget()->width() : width(); // a hidden panel is laid out later
    const bool isNarrow = space < textPx(940), areBelow = space < textPx(740);
    const bool areMany = isCaption || space < textPx(areBelow ? 620 : isNarrow ? 820 : 1020);
    constexpr double kEnlarged =
        1.5; // a presentation's own text is 1.25; beyond this any text is as large as a caption
    const bool isLarge = isCaption && !(isNarrow && textSize() > kEnlarged);
    words_->setFont(isLarge ? textFont(kCaption) : QFont());
    first_->setVisible(!isCaption);
    const bool hasRoom = !isCaption && (areBelow || !isNarrow); // beside the words there is less
    for (QWidget* one : std::initializer_list<QWidget*>{speed_, progress_}) one->setVisible(hasRoom);
    const int lines = isCaption && areBelow ? 4 : areMany ? 3 : 2;
    if (areBelow)
        grid_->addWidget(words_, 1, 0, 1, 5);
    else
        grid_->addWidget(words_, 0, isCaption ? 0 : 1, 1, isCaption ? 2 : 1);
    words_->setFixedHeight(lines * words_->fontMetrics().lineSpacing() + 2);
}

void StepsPanel::resizeEvent(QResizeEvent*) { fitWords(); }

void StepsPanel::play(bool on) {
    const bool isAtEnd = progress_->value() == progress_->maximum();
    if (on && (!workbench().state().step || isAtEnd)) goTo(0);
    on ? timer_.start() : timer_.stop();
    play_->setIconName(on ? "pause" : "play");
    play_->setAccessibleName(on ? tr("Pause") : tr("Play"));
    play_->setToolTip(on ? tr("Stay at this step") : tr("Go on step by step"));
}

void StepsPanel::goTo(int index) {
    const Walk walk = workbench().state().walk();
    if (index < walk.count()) workbench().goToStep(walk.at(index));
}

void StepsPanel::go(int by) {
    const ViewState& state = workbench().state();
    state.step || lesson_.html.isEmpty() ? workbench().goToStep(state.stepAfter(by)) : emit lessonWanted(by);
}

void StepsPanel::setLesson(const QString& html, bool hasBack, bool hasNext) {
    if (std::exchange(lesson_, {html, hasBack, hasNext}) != lesson_) workbench().presentAgain(*this);
}

void StepsPanel::showMaps() {
    const ViewState& state = workbench().state();
    if (!state.step) return;
    before_ = {state.maps.stages, state.maps.isEnlarged};
    followed_ = stagesOf(state.walk(), *state.step);
    workbench().look([stages = followed_](MapOptions& maps) {
        maps.showOnly(stages);
        maps.isEnlarged = true;
    });
}

/// Shows the maps of each step after showMaps(), until the user chooses others.
void StepsPanel::followMaps(const ViewState& state, const std::vector<Stage>& ofStep) {
    if (state.maps.stages != followed_) followed_.clear();
    if (followed_.empty() || ofStep == followed_) return;
    followed_ = ofStep;
    workbench().look([ofStep](MapOptions& maps) { maps.showOnly(ofStep); });
}

/// Shows the maps from before showMaps() again, unless the user has chosen others since.
void StepsPanel::takeMapsBack(const ViewState& state) {
    const auto followed = std::exchange(followed_, {});
    if (followed.empty() || state.maps.stages != followed) return;
    workbench().look([before = before_](MapOptions& maps) {
        maps.stages = before.first;
        maps.isEnlarged = maps.isEnlarged && before.second;
    });
    if (state.maps.overview) workbench().look([](MapOptions& maps) { maps.overview = true; });
}

void StepsPanel::present(const ViewState& state) {
    if (isHidden()) fitWords(); // before it appears, so that its height does not change then
    const bool hasLesson = state.isPresenting && !state.step && !lesson_.html.isEmpty();
    setVisible(state.step || hasLesson);
    presentControls(state);
    if (!state.step) {
        if (isPlaying()) play(false);
        takeMapsBack(state);
        if (std::exchange(lit_, {}) != Request()) workbench().light({});
        table_.reset();
        if (hasLesson) words_->setText(lesson_.html);
        return ask({});
    }
    const Walk walk = state.walk();
    const int at = walk.indexOf(*state.step), count = walk.count();
    if (isPlaying() && at + 1 == count) play(false);
    const QSignalBlocker quiet(progress_);
    progress_->setRange(0, count - 1);
    progress_->setValue(at);
    const auto isShown = [&](Stage stage) { return state.maps.shows(stage); };
    const std::vector<Stage> stages = stagesOf(walk, *state.step);
    followMaps(state, stages);
    show_->setChecked(!followed_.empty());
    show_->setVisible(!followed_.empty() || !std::ranges::all_of(stages, isShown));
    Request wanted;
    for (const CellRef& cell : walk.examples(*state.step, kStepExamples)) wanted.cells.emplace_back(cell);
    ask(wanted);
    const auto response = state.responseTo(*this); // until there are numbers, the previous sentence stays
    if (!response || response->request != wanted) return;
    if (response->frame->problem.empty() && response->frame->session != state.session) return;
    const bool isOneOfMany = infoOf(state.step->stage).scope == Scope::Head &&
                             sizesOf(state.session, state.view.layer).heads > 1;
    const QString words = stepWords(state.session, state.view.layer, state.view.query, walk, *state.step,
                                    response->explanations);
    words_->setText(symbolsHtml(isOneOfMany ? tr("%1 · %2").arg(titleOfHead(state.view.head), words) : words));
    words_->setToolTip(words_->text().contains(u'≈') ? aboutRoughly() : QString());
    if (std::exchange(lit_, wanted) != wanted) lightTables(*response);
}

/// The buttons stay where they are when a walk begins.
void StepsPanel::presentControls(const ViewState& state) {
    for (QShortcut* key : keys_) key->setEnabled(state.isPresenting);
    if (isHidden()) return;
    const bool isStep = state.step.has_value();
    words_->setAccessibleDescription(isStep ? tr("Step") : tr("Caption"));
    words_->setHasKeyboard(!isStep);
    const auto say = [](QWidget& one, const QString& name, const QString& tip) {
        one.setAccessibleName(name);
        one.setToolTip(tip);
    };
    say(*back_, isStep ? tr("Previous step") : tr("Previous lesson"),
        isStep ? tr("Take the last step back (Shift+N)") : tr("Open the previous lesson (Page Up)"));
    say(*next_, isStep ? tr("Next step") : tr("Next lesson"),
        isStep ? tr("Compute the next step (N)") : tr("Open the next lesson (Page Down)"));
    back_->setEnabled(isStep || lesson_.hasBack);
    next_->setEnabled(isStep || lesson_.hasNext);
    close_->setToolTip(isStep ? tr("Show the whole computation again (Esc)")
                              : tr("Close the course; Help > Course shows it again"));
    const Walk walk = state.walk();
    const auto placeText = [count = walk.count()](int number) { return tr("%1 of %2").arg(number).arg(count); };
    place_->setMinimumWidth(place_->fontMetrics().horizontalAdvance(placeText(walk.count())));
    place_->setText(isStep ? placeText(walk.indexOf(*state.step) + 1) : QString());
    if (!isStep) show_->hide();
}

/// Lights the entries that the step reads and the tokens' rows, as pointing at the numbers would. A table that the user
/// chose stays until the steps come to another one.
void StepsPanel::lightTables(const Response& response) {
    std::vector<Address> lit;
    const ViewState& state = workbench().state();
    const Stage firstMade = programOf(state.session, state.view.layer).behindInputs().front().result;
    const auto add = [&](const Operand& one) {
        const auto* cell = std::get_if<CellRef>(&one.at);
        const bool isOfTable = cell ? cell->stage < firstMade : one.isSomewhere();
        if (isOfTable && std::ranges::find(lit, one.at) == lit.end()) lit.push_back(one.at);
    };
    for (const auto& e : response.explanations) {
        if (!e) continue;
        for (const Term& term : e->terms) add(term.a), add(term.b);
        add(e->gain), add(e->bias);
    }
    const auto table = tableOf(lit, state);
    if (table && std::exchange(table_, table) != table) workbench().set(&ViewState::parameter, *table);
    workbench().light(lit);
}

} // namespace headlight
