#pragma once
// The menu Compute of the real window, with devices that this computer does not have.

#include "ComputeActions.h"
#include "Settings.h"
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/RecordingBackend.h"
#include "support/deviceList.h"
#include "support/givenEdit.h"

#include <atomic>

namespace headlight::testing {

inline const std::string kGood = "opencl:Good GPU";

inline Result<std::unique_ptr<Backend>> makeRecording() {
    return std::unique_ptr<Backend>(std::make_unique<RecordingBackend>(std::make_shared<Updates>()));
}

struct ComputeBench : WindowBench {
    void start() {
        WindowBench::start();
        Settings().setBackend(kAutomaticBackend);
        Settings().forgetMinWork();
        looked_ = 0;
    }
    void offer(const QString& devices, MakeDevice make = {}) {
        window_->compute().setLook([this, devices, make] {
            ++looked_;
            return listWith(devices, make);
        });
    }
    QMenu& menu() const {
        for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>())
            if (menu->title().remove('&') == "Compute") return *menu;
        qFatal("There is no menu Compute.");
    }
    void openMenu() {
        emit menu().aboutToShow();
        QTRY_VERIFY(shown().contains("Look for devices again"));
    }
    QAction* entry(const QString& text) const {
        for (QAction* action : menu().actions())
            if (action->text().remove('&').section(" (processor", 0, 0) == text) return action;
        qFatal("The menu Compute has no entry \"%s\".", qPrintable(text));
    }
    void choose(const QString& text) {
        openMenu();
        entry(text)->trigger();
    }
    QStringList shown() const {
        QStringList texts;
        for (const QAction* action : menu().actions()) {
            const QString text = action->text().remove('&');
            if (!action->isSeparator())
                texts << (action->isEnabled() ? text : '[' + text + ' ' + action->toolTip() + ']');
        }
        return texts;
    }
    QStringList chosen() const {
        QStringList texts;
        for (const QAction* action : menu().actions())
            if (action->isChecked()) texts << action->text().remove('&');
        return texts;
    }
    bool edit(float value) {
        Workbench& bench = window_->workbench();
        return bench.apply("Edit", givenEdit(withCell(bench.state().session, {Parameter::Wq, 0, 0}, 0, 0, value)));
    }
    /// Makes a session of more than 1e8 multiplications.
    void makeLarge() {
        QString words;
        for (int i = 0; i < 900; ++i) words += QString("w%1 ").arg(i % 30);
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Type", givenEdit(withSentence(newSession(1, 16, 4, 16, 16), words.toStdString()))));
    }

    std::atomic<int> looked_ = 0;
};

} // namespace headlight::testing
