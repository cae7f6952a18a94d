#pragma once

#include "LeavableTask.h"
#include "backend/backends.h"
#include "document/ViewState.h"
#include "engine/GuardedEngine.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QActionGroup;
class QMenu;

namespace headlight {

class Settings;
class Workbench;

/// The menu Compute: chooses the backend that computes the maps. A backend is made on a thread; until it is ready the
/// CPU computes. Devices are looked for only when one may be used: when the menu is opened, when one was chosen, and,
/// if the choice is automatic, when the session is large. A driver that hangs is left behind, and a message says so.
class ComputeActions : public QObject, public Presenter {
    Q_OBJECT

public:
    /// Returns the list of backends; called on other threads.
    using Look = std::function<std::vector<BackendInfo>()>;

    ComputeActions(Workbench&, Settings&, QObject* parent);
    ~ComputeActions() override;
    void setLook(Look look) { look_ = std::move(look); } ///< for tests; the default is backends()
    /// Sets the maximum times to try and make a backend (or to measure the automatic one), and to look for devices.
    /// Kernels compile for 16 s if the driver has kept nothing, on a slow and busy computer for minutes; looking for
    /// devices compiles nothing.
    void setPatience(std::chrono::milliseconds making, std::chrono::milliseconds looking) {
        makingPatience_ = making;
        lookingPatience_ = looking;
    }

    void fill(QMenu&);
    /// Uses the remembered backend at the start of the program, or `id` for this time. If the remembered one no longer
    /// exists, the choice is automatic.
    void start(const std::string& id = {});
    void choose(const std::string& id); ///< after a failure there is a message, and the CPU computes
    void present(const ViewState&) override;

private:
    using List = std::vector<BackendInfo>;
    struct Made;
    void begin(const std::string& id);
    void take(Made& made);
    void make(const std::string& id);
    void remember();
    void fail(const std::string& id, const QString& why);
    void give(std::unique_ptr<Backend> backend, const Terms& terms);
    void lookAgain();
    void show();
    void makeThreads();
    void makeMemory();
    void addEntry(const BackendInfo&);
    std::string idOf(const BackendInfo&) const;

    Workbench& workbench_;
    Settings& settings_;
    Look look_;
    QMenu *menu_ = nullptr, *threads_ = nullptr, *memory_ = nullptr;
    QActionGroup* group_ = nullptr;
    std::vector<BackendInfo> list_;
    bool isListed_ = false;                   ///< true if list_ has the devices
    std::map<std::string, QString> failures_; ///< why an entry could not be used when it was chosen
    std::string choice_;                      ///< what the menu shows as chosen
    Terms given_;                             ///< the terms of the backend that computes large work
    int count_ = 0;                           ///< backends that have been given so far
    bool isStarting_ = false; ///< true if the backend that is being made was remembered, not chosen just now
    bool isNew_ = false;      ///< true if the user chose it just now: it is remembered after its first frame
    bool hasTried_ = false;   ///< true if the automatic choice has looked for a GPU
    std::chrono::milliseconds makingPatience_{600'000}, lookingPatience_{60'000};
    std::unique_ptr<LeavableTask<std::shared_ptr<Made>>> maker_; ///< null if nothing is being made
    std::unique_ptr<LeavableTask<List>> looker_;                 ///< null if no devices are being looked for
};

} // namespace headlight
