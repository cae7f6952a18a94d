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

/// Chooses what to do next, from a seed and from what is on the screen. Thinks in gestures (a click, a drag, a number
/// into a cell), each of some Actions.
///
/// Keeps sessions small, since every check computes all of them anew and goes through their whole history: a session
/// that has grown gives way to an example.
class Monkey {
public:
    explicit Monkey(std::uint64_t seed) : random_(seed) {}

    Action next(MainWindow&);
    Action towardsCalm(bool isHolding) const; ///< what closes an open dialog or popup, or lets go
    int gestures() const { return gestures_; }

private:
    struct Habit;
    static const Habit kHabits[];
    void answerDialog();

    // One per line of the list; from chooseEntry() on in MonkeyDeeds.cpp.
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

    int pick(int least, int most); ///< both included
    bool chance(int percent) { return pick(1, 100) <= percent; }
    template <class List>
    QString any(const List& list) {
        return QString::fromUtf16(list[static_cast<std::size_t>(pick(0, static_cast<int>(list.size()) - 1))]);
    }
    QPoint placeIn(const QWidget&);
    bool aim(const std::function<bool(const QWidget&)>& wanted); ///< a move there; false if there is none
    bool aimAtAnything();
    void press(int button, const QString& modifiers = {});
    void say(Kind kind, const QString& text = {}, int n = 0) { queue_.push_back({kind, 0, 0, n, text}); }
    QString modifiers();

    std::mt19937_64 random_;
    std::deque<Action> queue_; ///< the rest of the gesture
    MainWindow* window_ = nullptr;
    QPoint aimed_;
    int gestures_ = 0;
    int inDialog_ = 0; ///< gestures since it opened
};

} // namespace headlight::monkey
