#pragma once

#include <QObject>

#include <functional>

namespace headlight {

/// Ends that nobody chose in the window: SIGTERM, SIGHUP, SIGINT, the end of the desktop's session, a display that is
/// gone. One for a program, beside its application.
class ShutdownHandler : public QObject {
    Q_OBJECT

public:
    /// Called before each of them, in the GUI thread, and not within a signal's handler; `isInOrder`: the window can
    /// still be used. A second signal ends the program at once.
    using Last = std::function<void(bool isInOrder)>;
    explicit ShutdownHandler(Last last);
    ~ShutdownHandler() override;

private:
    void end();

    Last last_;
};

} // namespace headlight
