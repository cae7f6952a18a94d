#pragma once

#include "Action.h"

#include <QPoint>

#include <cstdint>
#include <deque>
#include <functional>
#include <random>

class QWidget;

namespace headlight {
class MainWindow;
}

namespace headlight::monkey {

/// Chooses the next action from a seed and from what is on the screen. Works in gestures (a click, a drag, a number
/// typed into a cell), each of several Actions.
///
/// Sessions are kept small, since every check computes all of them again and goes through their history: a session that
/// has grown too large is replaced by an example.
class Monkey {
public:
    explicit Monkey(std::uint64_t seed) : random_(seed) {}

    Action next(MainWindow&);
    Action towardsCalm(bool isHolding) const; ///< releases the button, or closes the open popup or dialog
    int gestures() const { return gestures_; }

private:
    struct Habit;
    static const Habit kHabits[];
    void answerDialog();

    // The gestures of kHabits, one function each; those from chooseEntry() on are in MonkeyDeeds.cpp.
    void wander();
    void click();
    void doubleClick();
    void drag();
    void wheel();
    void pressKey();
    void walk();
    void type();
    void write(bool byKeys, QString text);
    void paste();
    void editCell();
    void editSize();
    void editSentence();
    void enlarge();
    void undoSome();
    void chooseEntry();
    void resize();
    void save();
    void open();
    void example();
    void exportMaps();
    void settle();
    void chooseSetting();
    void meddle();
    void exportLarge();
    void openLarge();
    void workAtLength();
    void failSome();
    void kill();

    int pick(int min, int max); ///< both limits included
    bool chance(int percent) { return pick(1, 100) <= percent; }
    template <class List>
    QString any(const List& list) {
        return QString::fromUtf16(list[static_cast<std::size_t>(pick(0, static_cast<int>(list.size()) - 1))]);
    }
    QPoint placeIn(const QWidget&);
    bool aim(const std::function<bool(const QWidget&)>& wanted); ///< moves to such a widget; false if there is none
    bool aimAtAnything();
    void press(int button, const QString& modifiers = {});
    void say(Kind kind, const QString& text = {}, int n = 0) { queue_.push_back({kind, 0, 0, n, text}); }
    QString modifiers();

    std::mt19937_64 random_;
    std::deque<Action> queue_; ///< the actions left of the gesture
    MainWindow* window_ = nullptr;
    QPoint aimed_;
    int gestures_ = 0;
    int inDialog_ = 0; ///< gestures since the dialog opened
};

} // namespace headlight::monkey
