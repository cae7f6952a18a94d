#pragma once

#include <QObject>

#include <functional>

namespace headlight {

/// Handles ends of the program that nobody chose in the window: SIGTERM, SIGHUP, SIGINT, the end of the desktop's
/// session, and a lost display. A program has one of them, beside its QApplication.
class ShutdownHandler : public QObject {
    Q_OBJECT

public:
    /// Called before such an end, on the GUI thread, and not within a signal handler. `isInOrder`: the window can still
    /// be used. A second signal ends the program at once.
    using Last = std::function<void(bool isInOrder)>;
    explicit ShutdownHandler(Last last);
    ~ShutdownHandler() override;

private:
    void end();

    Last last_;
};

} // namespace headlight
