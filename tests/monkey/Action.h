#pragma once
// The monkey operates the real window at random and checks that it stays consistent. An Action is one line of its log;
// performing the lines of a log again repeats the session. No Action acts outside the sandbox.

#include <QString>

#include <optional>

namespace headlight::monkey {

enum class Kind {
    // Actions of a hand; positions are global pixels.
    Move,    ///< moves the pointer to x, y
    Press,   ///< presses button n (1 left, 2 middle, 3 right) while the keys of `text` are held ("Ctrl+Shift")
    Release, ///< releases the button that is held
    Wheel,   ///< turns the wheel n notches up (negative: down) while the keys of `text` are held
    Key,     ///< presses the keys of `text`: "Ctrl+Z", "Shift+Tab", "F11"
    Type,    ///< types `text` by keys
    Commit,  ///< enters `text` as an input method does
    // Actions without a hand, because a hand would have to search for their place.
    Clip,    ///< copies `text` to the clipboard
    Resize,  ///< resizes the window to x, y
    Menu,    ///< chooses the menu entry `text`: "Maps > Scores", or only the last part
    Example, ///< opens the n-th example
    Open,    ///< opens the file `text` of the sandbox, as if it were dropped
    File,    ///< chooses the file `text` of the sandbox in the open file dialog; cancels it if empty
    Answer,  ///< presses the button `text` of the open dialog, else its n-th one; -1 cancels it
    Spin,    ///< sets the n-th integer field of the open dialog to x
    Set,     ///< chooses the setting `text`, such as "Temperature=0.5"; n = 1: in all layers
    // Events from outside.
    Disturb, ///< changes the file `text` of the sandbox, or the open one, as another program might (see deeds.h)
    Fail,    ///< makes the next x calls of the device fail in the way n (see Trouble.h)
    Kill,    ///< ends the program without saving, and starts it again
    // Waits and checks.
    Pause,  ///< waits while a job runs, at most x ms
    Settle, ///< waits until the frame and all visible panels show the present session
    Check,  ///< runs all oracles
};

struct Action {
    Kind kind = Kind::Move;
    int x = 0, y = 0, n = 0;
    QString text;
    friend bool operator==(const Action&, const Action&) = default;
};

/// Returns the action as one line of printable ASCII without its end: "press 0 0 1 Ctrl". actionOf() reads it back.
QString lineOf(const Action&);
std::optional<Action> actionOf(const QString& line);

} // namespace headlight::monkey
