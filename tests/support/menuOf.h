#pragma once

#include "support/controls.h"

#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace headlight::testing {

inline constexpr const char *kWeightsMenu = "Matrix menu", *kEmbeddingsMenu = "Embeddings menu"; ///< of Parameters

/// Returns the entry of a button's menu as it is when the button is pressed; null if there is none.
inline QAction* entryOf(QWidget& in, const char* button, const QString& text) {
    QMenu* menu = control<QToolButton>(in, button)->menu();
    emit menu->aboutToShow();
    const QList<QAction*> entries = menu->actions();
    const auto found = std::ranges::find(entries, text, [](QAction* one) { return one->text().remove('&'); });
    return found == entries.end() ? nullptr : *found;
}

/// Chooses an entry of a button's menu. It must be enabled.
inline void chooseOf(QWidget& in, const char* button, const QString& text) {
    QAction* entry = entryOf(in, button, text);
    if (!entry || !entry->isEnabled()) qFatal("%s cannot be chosen.", qPrintable(text));
    entry->trigger();
}

} // namespace headlight::testing
