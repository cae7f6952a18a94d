#pragma once
// tests/monkey: works the real window with random hands and looks whether it stays whole. An Action is one line of its
// log; the lines of a log, performed again, are the same session of work. No Action may act outside the sandbox.

#include <QString>

#include <optional>

namespace headlight::monkey {

enum class Kind {
    // What a hand does; places are global pixels.
    Move,    ///< the pointer to x, y
    Press,   ///< button n (1 left, 2 middle, 3 right), holding the keys of `text` ("Ctrl+Shift")
    Release, ///< the button that is held
    Wheel,   ///< n notches up (negative: down), holding the keys of `text`
    Key,     ///< "Ctrl+Z", "Shift+Tab", "F11"
    Type,    ///< letters, as keys
    Commit,  ///< letters, as an input method brings them
    // What is done directly, because a hand would have to search for it.
    Clip,    ///< `text` to the clipboard
    Resize,  ///< the window to x, y
    Menu,    ///< the entry `text`: "Maps > Scores", or its last part
    Example, ///< open the n-th
    Open,    ///< the file `text` of the sandbox, as if it was dropped
    File,    ///< an open file dialog: the file `text` of the sandbox; empty: cancel
    Answer,  ///< an open dialog: the button `text`, else its n-th; -1: cancel
    Spin,    ///< the n-th field for a whole number of an open dialog, to x
    Set,     ///< the setting `text`, such as "Temperature=0.5"; n = 1: in all layers
    // What happens to a person.
    Disturb, ///< the file `text` of the sandbox, or the open one's, as another program might: deeds.h says how
    Fail,    ///< what computes: so often from now on (x); n: how (see Trouble.h)
    Kill,    ///< the program, and starts it again
    // What is looked at.
    Pause,  ///< while a job goes on, x ms at most
    Settle, ///< waits until the frame answers the session, and each panel that is seen has its part
    Check,  ///< all oracles
};

struct Action {
    Kind kind = Kind::Move;
    int x = 0, y = 0, n = 0;
    QString text;
    friend bool operator==(const Action&, const Action&) = default;
};

/// One line of printable ASCII, without its end: "press 0 0 1 Ctrl". actionOf() gives the same Action back.
QString lineOf(const Action&);
std::optional<Action> actionOf(const QString& line);

} // namespace headlight::monkey
