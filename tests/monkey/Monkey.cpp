#include "Monkey.h"

#include "MainWindow.h"
#include "sight.h"
#include "words.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableView>

#include <numeric>

namespace headlight::monkey {
namespace {

constexpr int kMaxDialogLength = 25; // in gestures; a dialog that is open for longer is cancelled
constexpr int kMaxSide = 24, kMaxLayers = 6, kMaxHeads = 48, kMaxTokens = 150, kMaxLetters = 800;
constexpr double kUsualPixels = 3e6, kMaxPixels = 1.5e7;
constexpr int kHugeRows = 10'000; ///< embedding rows; a larger table takes long to save

bool hasGrown(const Text& text) {
    return (text.tokens && text.tokens->count() > kMaxTokens) || text.sentence.size() > kMaxLetters ||
           text.embeddings.rows() > 2 * kMaxTokens;
}
/// True if any layer, or either sentence, is larger than a limit.
bool hasGrown(const Session& session) {
    if (hasGrown(session.text) || hasGrown(keyText(session))) return true;
    int heads = 0; // in all layers
    for (int layer = 0; layer < static_cast<int>(session.layers.size()); ++layer) {
        const Sizes sizes = sizesOf(session, layer);
        if (std::max({sizes.heads, sizes.d, sizes.dk, sizes.dv}) > kMaxSide) return true;
        heads += sizes.heads;
    }
    return heads > kMaxHeads || static_cast<int>(session.layers.size()) > kMaxLayers;
}

template <class W>
bool is(const QWidget& widget) {
    return qobject_cast<const W*>(&widget) != nullptr;
}
bool isCells(const QWidget& widget) {
    return widget.parentWidget() && is<QTableView>(*widget.parentWidget()) &&
           static_cast<QTableView*>(widget.parentWidget())->viewport() == &widget;
}
/// Returns the number of pixels of the picture to export. Painting a large one would hold up the run for seconds.
double pixelsOf(const QFileDialog& dialog) {
    double pixels = 1;
    if (dialog.parentWidget())
        for (const QSpinBox* box : dialog.parentWidget()->findChildren<QSpinBox*>())
            if (box->suffix() == QLatin1String(" px")) pixels *= box->value();
    return pixels;
}
bool isMap(const QWidget& widget) { return widget.inherits("headlight::HeatmapView"); }

} // namespace

struct Monkey::Habit {
    int weight;
    void (Monkey::*act)();
    bool alsoInDialogs;
};

// The list of gestures: the weight of each, and whether it is also made in a dialog or a menu. Gestures that replace
// the document are rare, so that histories grow.
const Monkey::Habit Monkey::kHabits[] = {
    {28, &Monkey::wander, true},         // enter, leave and hover events, which Qt sends by itself
    {28, &Monkey::click, true},          // every button, chip, map and field, with all buttons and modifiers
    {6, &Monkey::doubleClick, true},     // fits a map, opens an editor
    {14, &Monkey::drag, true},           // scrubs a cell, moves a map, selects; presses keys meanwhile
    {10, &Monkey::wheel, true},          // zooms, scrolls, passes over fields
    {24, &Monkey::pressKey, true},       // every shortcut, wherever the focus is
    {6, &Monkey::walk, true},            // moves the focus by Tab
    {8, &Monkey::type, true},            // text, including text that fields refuse
    {6, &Monkey::paste, true},           // matrices, sentences, invalid text
    {36, &Monkey::editCell, false},      // numbers into tables
    {12, &Monkey::editSize, false},      // heads and dimensions: every panel changes
    {20, &Monkey::editSentence, false},  // adds and removes tokens
    {16, &Monkey::enlarge, false},       // opens and closes maps under the pointer
    {10, &Monkey::undoSome, false},      // many steps, back and forth
    {6, &Monkey::chooseEntry, false},    // entries without a shortcut, and Quit
    {3, &Monkey::resize, false},         //
    {2, &Monkey::save, false},           //
    {1, &Monkey::open, false},           // files of the sandbox, including invalid ones
    {2, &Monkey::exportMaps, false},     //
    {24, &Monkey::chooseSetting, false}, // options, masks, layers
    {8, &Monkey::meddle, false},         // changes files behind the program, so that Save asks
    {1, &Monkey::exportLarge, false},    // a job that takes long enough to be visible
    {1, &Monkey::openLarge, false},      //
    {3, &Monkey::failSome, false},       // calls of the device
    {1, &Monkey::kill, false},           // ends the program, and starts it again
    {12, &Monkey::settle, true},         // so that some gestures meet an up-to-date frame, and others an old one
};

Action Monkey::next(MainWindow& window) {
    window_ = &window;
    QWidget* dialog = openDialog();
    inDialog_ = dialog ? inDialog_ : 0;
    if (openFileDialog()) queue_.clear(); // a file dialog gets only actions that were chosen for it
    gestures_ += queue_.empty();
    while (queue_.empty()) {
        if (dialog) {
            ++inDialog_;
            answerDialog();
        } else if (const Session& session = window.workbench().state().session; hasGrown(session) && !openPopup()) {
            const bool isHuge = session.text.embeddings.rows() > kHugeRows;
            isHuge&& chance(40) ? workAtLength() : example();
        }
        if (!queue_.empty()) break;
        const bool isFree = !dialog && !openPopup();
        const int total = std::accumulate(std::begin(kHabits), std::end(kHabits), 0,
                                          [](int sum, const Habit& habit) { return sum + habit.weight; });
        int at = pick(1, total);
        const Habit* habit = kHabits;
        while ((at -= habit->weight) > 0) ++habit;
        if (isFree || habit->alsoInDialogs) (this->*habit->act)();
    }
    const Action action = queue_.front();
    queue_.pop_front();
    return action;
}

void Monkey::answerDialog() {
    const QWidget& dialog = *openDialog();
    if (const QFileDialog* files = openFileDialog()) {
        const bool isQuestion = !is<QFileDialog>(dialog);
        const double max = chance(60) ? kUsualPixels : kMaxPixels;
        if (isQuestion)
            say(Kind::Answer, {}, chance(50) ? pick(0, 3) : -1);
        else
            say(Kind::File, chance(70) && pixelsOf(*files) <= max ? any(kFiles) : QString());
    } else if (isJob(&dialog)) {
        queue_.push_back({Kind::Pause, chance(50) ? 60'000 : pick(1, 600), 0, 0, {}});
        say(Kind::Answer, {}, -1);
    } else if (inDialog_ > kMaxDialogLength) {
        say(Kind::Answer, {}, -1);
    } else if (const bool isShort = is<QMessageBox>(dialog) || dialog.inherits("headlight::RecoveryDialog");
               chance(isShort ? 60 : 10)) {
        say(Kind::Answer, {}, chance(40) ? -1 : pick(0, 3));
    }
}

Action Monkey::towardsCalm(bool isHolding) const {
    if (isHolding) return {Kind::Release, 0, 0, 1, {}};
    if (openFileDialog() && is<QFileDialog>(*openDialog())) return {Kind::File, 0, 0, 0, {}};
    if (openPopup()) return {Kind::Key, 0, 0, 0, QStringLiteral("Esc")};
    return {Kind::Answer, 0, 0, -1, {}};
}

int Monkey::pick(int min, int max) {
    return min + static_cast<int>(random_() % static_cast<std::uint64_t>(max - min + 1));
}

QString Monkey::modifiers() {
    static constexpr std::array kModifiers{u"Ctrl", u"Shift", u"Ctrl+Shift", u"Alt"};
    return chance(20) ? any(kModifiers) : QString();
}

QPoint Monkey::placeIn(const QWidget& widget) {
    const QRect seen = inSight(widget);
    return widget.mapToGlobal(QPoint(pick(seen.left(), seen.right()), pick(seen.top(), seen.bottom())));
}

bool Monkey::aim(const std::function<bool(const QWidget&)>& wanted) {
    const auto widgets = reachable(*window_, wanted);
    if (widgets.empty()) return false;
    aimed_ = placeIn(*widgets[static_cast<std::size_t>(pick(0, static_cast<int>(widgets.size()) - 1))]);
    queue_.push_back({Kind::Move, aimed_.x(), aimed_.y(), 0, {}});
    return true;
}

bool Monkey::aimAtAnything() {
    return aim([](const QWidget&) { return true; });
}

void Monkey::press(int button, const QString& held) {
    say(Kind::Press, held, button);
    say(Kind::Release, held, button);
}

void Monkey::wander() {
    for (int i = pick(1, 4); i > 0; --i) aimAtAnything();
}

void Monkey::click() {
    if (aimAtAnything()) press(chance(75) ? 1 : chance(70) ? 3 : 2, modifiers());
}

void Monkey::doubleClick() {
    if (!aimAtAnything()) return;
    press(1);
    press(1);
}

void Monkey::drag() {
    static constexpr std::array kMeanwhile{u"Esc", u"Ctrl+Z", u"Ctrl+Shift+Z", u"Return", u"Tab",    u"Ctrl+L",
                                           u"Del", u"F11",    u"Ctrl+S",       u"Ctrl+N", u"Ctrl+E", u"Alt+F"};
    if (!(chance(50) ? aim([](const QWidget& w) { return isCells(w) || isMap(w); }) : aimAtAnything())) return;
    const QString held = modifiers();
    say(Kind::Press, held, 1);
    QPoint at = aimed_;
    for (int i = pick(1, 6); i > 0; --i) {
        at += QPoint(pick(-60, 60), pick(-25, 25));
        queue_.push_back({Kind::Move, std::max(0, at.x()), std::max(0, at.y()), 0, {}});
        if (chance(8)) say(Kind::Key, any(kMeanwhile));
    }
    say(Kind::Release, held, 1);
}

void Monkey::wheel() {
    if (!aimAtAnything()) return;
    const QString held = modifiers();
    for (int i = pick(1, 4); i > 0; --i) say(Kind::Wheel, held, chance(50) ? 1 : -1);
}

void Monkey::pressKey() { say(Kind::Key, chance(55) ? any(kKeys) : any(kShortcuts)); }

void Monkey::walk() {
    for (int i = pick(1, 12); i > 0; --i) say(Kind::Key, chance(80) ? QStringLiteral("Tab") : any(kKeys));
}

void Monkey::type() { write(chance(70), chance(50) ? any(kSentences) : any(kNumbers)); }

/// Enters text by keys, or by an input method. An input method never enters line breaks: Qt keeps composed text with
/// its paragraph, and would warn repeatedly.
void Monkey::write(bool byKeys, QString text) {
    static const QRegularExpression breaks(QStringLiteral("[\\r\\n\\x{2028}\\x{2029}]"));
    if (!byKeys) text.remove(breaks);
    say(byKeys ? Kind::Type : Kind::Commit, text);
}

void Monkey::paste() {
    say(Kind::Clip, chance(60) ? any(kBlocks) : any(kSentences));
    say(Kind::Key, QStringLiteral("Ctrl+V"));
}

void Monkey::editCell() {
    static constexpr std::array kEnds{u"Return", u"Return", u"Tab", u"Esc", u"Shift+Tab", u"Ctrl+Z", u"Down"};
    if (!aim(isCells)) return;
    press(1);
    if (chance(30)) say(Kind::Key, QStringLiteral("F2"));
    say(Kind::Type, any(kNumbers));
    if (chance(85)) say(Kind::Key, any(kEnds)); // otherwise the editor stays open
}

void Monkey::editSize() {
    if (!aim(is<QSpinBox>)) return;
    press(1);
    if (chance(30)) return say(Kind::Key, chance(50) ? QStringLiteral("Up") : QStringLiteral("Down"));
    say(Kind::Key, QStringLiteral("Ctrl+A"));
    say(Kind::Type, any(kSizes));
    if (chance(85)) say(Kind::Key, chance(60) ? QStringLiteral("Return") : QStringLiteral("Tab"));
}

void Monkey::editSentence() {
    static constexpr std::array kPlaces{u"End", u"Home", u"Ctrl+A", u"Shift+End", u"Ctrl+Left", u"Shift+Ctrl+Right"};
    if (!aim([](const QWidget& w) { return w.parentWidget() && is<QPlainTextEdit>(*w.parentWidget()); })) return;
    press(1);
    say(Kind::Key, any(kPlaces));
    if (chance(3)) { // more tokens than the limit: the field keeps the text, the session refuses it
        say(Kind::Clip, QStringLiteral("x ").repeated(8200));
        say(Kind::Key, QStringLiteral("Ctrl+V"));
        if (chance(50)) say(Kind::Key, QStringLiteral("Ctrl+Z"));
    } else if (chance(30)) {
        for (int i = pick(1, 8); i > 0; --i) say(Kind::Key, QStringLiteral("Backspace"));
    } else {
        write(chance(80), any(kSentences));
    }
}

void Monkey::enlarge() {
    if (!aim(isMap)) return;
    press(1);
    if (chance(50)) say(Kind::Settle);
    say(Kind::Key, QStringLiteral("Return"));
    for (int i = pick(1, 3); i > 0; --i) aimAtAnything();
    if (chance(70)) aim(isMap); // another map may have taken its place
    if (chance(70)) say(Kind::Key, chance(70) ? QStringLiteral("Esc") : QStringLiteral("Return"));
}

void Monkey::undoSome() {
    const int steps = pick(1, 15);
    for (int i = 0; i < steps; ++i) say(Kind::Key, QStringLiteral("Ctrl+Z"));
    if (chance(20)) return; // the next edit removes the steps that could be redone
    for (int i = 0; i < steps; ++i) say(Kind::Key, QStringLiteral("Ctrl+Shift+Z"));
}

} // namespace headlight::monkey
