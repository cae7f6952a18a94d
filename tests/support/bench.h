#pragma once
// A Workbench with the real backend, and the example sentence of the notebooks in it.

#include "backend/backends.h"
#include "document/Workbench.h"
#include "session/edits.h"
#include "support/paints.h"

#include <QMouseEvent>
#include <QTest>

#include <memory>

namespace headlight::testing {

inline Session shoesSession(int heads = 3) {
    TokenizerSpec whitespace;
    whitespace.kind = "whitespace";
    whitespace.remove = ",";
    const Session session = *withTokenizer(newSession(123, 2, heads, 3, 4), whitespace);
    return *withSentence(session, "My shoes are small, my feet are big.");
}

/// Shows a panel of type P over a document that holds `session` and no history.
template <class P>
class PanelBench {
public:
    explicit PanelBench(const Session& session, QSize size) : bench(std::move(makeBackend("cpu")).value()) {
        bench.document().reset(session, {}, {});
        panel = std::make_unique<P>(bench);
        panel->resize(size);
        bench.add(*panel);
        panel->show();
        panel->activateWindow();
    }
    ~PanelBench() {
        panel->hide(); // an open editor commits while the document still exists
        bench.remove(*panel);
        panel.reset();
    }

    const Session& session() const { return bench.state().session; }
    History& history() { return bench.document().history(); }
    QString lastStep() { return history().undoText(); }

    Workbench bench;
    std::unique_ptr<P> panel;
};

/// Sends a mouse event with modifiers directly to the widget.
inline void sendMouse(QWidget* widget, QEvent::Type type, QPoint at, Qt::MouseButtons held = Qt::LeftButton,
                      Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, widget->mapToGlobal(at), button, held, modifiers);
    QApplication::sendEvent(widget, &event);
}

} // namespace headlight::testing
