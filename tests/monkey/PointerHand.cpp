// xdotool reads one command per line. A query of the display's size follows each action; its answer shows that the X
// server has taken the commands before it.
#include "Hand.h"

#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <array>
#include <utility>

namespace headlight::monkey {
namespace {

// Pairs of Qt's name of a key and X's name.
constexpr std::array<std::pair<const char*, const char*>, 18> kKeyNames{{{"Ctrl", "ctrl"},
                                                                         {"Shift", "shift"},
                                                                         {"Alt", "alt"},
                                                                         {"Esc", "Escape"},
                                                                         {"Backspace", "BackSpace"},
                                                                         {"Del", "Delete"},
                                                                         {"PgUp", "Page_Up"},
                                                                         {"PgDown", "Page_Down"},
                                                                         {"Space", "space"},
                                                                         {"Return", "Return"},
                                                                         {"Left", "Left"},
                                                                         {"Right", "Right"},
                                                                         {"Tab", "Tab"},
                                                                         {"[", "bracketleft"},
                                                                         {"]", "bracketright"},
                                                                         {"{", "braceleft"},
                                                                         {"}", "braceright"},
                                                                         {"-", "minus"}}};

QString nameInX(const QString& key) {
    for (const auto& [qt, x] : kKeyNames)
        if (key == QLatin1String(qt)) return QLatin1String(x);
    return key.size() == 1 ? key.toLower() : key;
}

QString keysInX(const QString& keys) {
    QStringList names;
    for (const QString& key : keys.split(QLatin1Char('+'), Qt::SkipEmptyParts)) names << nameInX(key);
    if (keys.endsWith(QLatin1Char('+'))) names << QStringLiteral("plus"); // a "+" at the end is a key, not a separator
    return names.join(QLatin1Char('+'));
}

QStringList letters(const QString& text) {
    QStringList keys;
    for (const char32_t letter : text.toUcs4())
        keys << (letter == U'\n' || letter == U'\r' ? QStringLiteral("Return")
                 : letter == U'\t'                  ? QStringLiteral("Tab")
                                   : QStringLiteral("U%1").arg(static_cast<uint>(letter), 4, 16, QLatin1Char('0')));
    return keys;
}

class PointerHand : public Hand {
public:
    PointerHand() {
        tool_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        tool_.start("stdbuf", {"-oL", "xdotool", "-"}); // line-buffered; otherwise its answers come when it ends
        if (!tool_.waitForStarted()) qFatal("xdotool cannot be started.");
        QObject::connect(&tool_, &QProcess::readyReadStandardOutput, [this] {
            if (!tool_.readAllStandardOutput().contains('\n') || !next_) return;
            QTimer::singleShot(0, &tool_, std::exchange(next_, nullptr));
        });
    }
    ~PointerHand() override {
        tool_.closeWriteChannel();
        tool_.waitForFinished();
    }

    void perform(const Action& action, std::function<void()> next) override {
        next_ = std::move(next); // called on an answer; a query about a window could fail, as windows close
        tool_.write((commandsFor(action) << "getdisplaygeometry\n").join(QLatin1Char('\n')).toLatin1());
    }
    bool isHolding() const override { return held_ != 0; }

private:
    QStringList commandsFor(const Action& action) {
        QStringList commands;
        const QString holding = keysInX(action.text);
        const auto around = [&](const QString& command) {
            if (!holding.isEmpty()) commands << "keydown " + holding;
            commands << command;
            if (!holding.isEmpty()) commands << "keyup " + holding;
        };
        switch (action.kind) {
        case Kind::Move: commands << QStringLiteral("mousemove %1 %2").arg(action.x).arg(action.y); break;
        case Kind::Press:
            if (std::exchange(held_, action.n) == 0) around(QStringLiteral("mousedown %1").arg(action.n));
            break;
        case Kind::Release:
            if (const int button = std::exchange(held_, 0)) around(QStringLiteral("mouseup %1").arg(button));
            break;
        case Kind::Wheel:
            around(QStringLiteral("click --repeat %1 --delay 0 %2").arg(std::abs(action.n)).arg(action.n > 0 ? 4 : 5));
            break;
        case Kind::Key: commands << "key " + holding; break;
        case Kind::Type:
        case Kind::Commit: // a bare X server has no input method
            if (const QStringList keys = letters(action.text); !keys.isEmpty())
                commands << "key --delay 0 " + keys.join(QLatin1Char(' '));
            break;
        default: break;
        }
        return commands;
    }

    QProcess tool_;
    std::function<void()> next_;
    int held_ = 0; ///< the button that is held, or 0
};

} // namespace

std::unique_ptr<Hand> makePointerHand() { return std::make_unique<PointerHand>(); }

} // namespace headlight::monkey
