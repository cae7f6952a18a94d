#include "ComputeActions.h"

#include "Settings.h"
#include "backend/cpu/CpuBackend.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "controls/menuEntries.h"
#include "document/Workbench.h"
#include "driverTrial.h"
#include "engine/speed.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMetaObject>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <set>
#include <thread>
#include <utility>

namespace headlight {
namespace {

/// The multiplications from which on a GPU is looked for: the CPU needs about 10 ms for so many.
constexpr double kWorthLooking = 1e8;

/// False if the backend is gone, or if it is a device and the list has no devices.
bool isIn(const std::vector<BackendInfo>& list, const std::string& id) {
    const std::string prefix = std::string(kCheckedBackend) + ":";
    const std::string own = id.starts_with(prefix) ? id.substr(prefix.size()) : id;
    return std::ranges::any_of(list, [&](const BackendInfo& info) { return info.id == own; });
}

bool isChecked(const std::string& id) { return id.starts_with(kCheckedBackend); }

/// True if a device was asked for, other than by the automatic choice.
bool isDevice(const std::string& id) { return mayBeDevice(id) && id != kAutomaticBackend; }

QString shown(const std::string& text) {
    return QString::fromStdString(text).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

/// Returns the device's name in an id.
QString deviceIn(const std::string& id) { return QString::fromStdString(id).section(QStringLiteral("opencl:"), -1); }

double secondsOf(std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); }

} // namespace

struct ComputeActions::Made {
    std::string id;                ///< the backend that was asked for
    std::vector<BackendInfo> list; ///< empty if the drivers could not be asked
    std::unique_ptr<Backend> backend;
    Terms terms;
    std::string why;                                         ///< why there is no backend
    std::optional<std::pair<OpenClDevice, double>> measured; ///< a device and its break-even, to be remembered

    /// Makes a backend. Called on a thread of its own.
    static std::shared_ptr<Made> of(const std::string& id, const Look& look, const Watch& watch) {
        const auto made = std::make_shared<Made>();
        made->id = id;
        try {
            if (const auto may = tried(id, watch))
                made->make(look());
            else
                made->why = may.text();
        } catch (const std::exception& error) {
            made->why = std::string("The backend failed: ") + error.what() + ".";
        } catch (...) {
            made->why = "The backend failed.";
        }
        return made;
    }

    void make(const std::vector<BackendInfo>& there) {
        list = there;
        auto chosen = chooseBackend(list, id);
        if (!chosen) {
            why = chosen.text();
            return;
        }
        const auto& device = chosen->info.device;
        terms = {chosen->info.id, 0, device.has_value()};
        if (id == kAutomaticBackend && device) {
            const auto known = Settings().minWork(*device);
            const auto work = known ? Result<double>(*known)
                                    : measuredBreakEven(chosen->info.make, [] { return makeBackend(kDefaultBackend); });
            if (!work) {
                why = work.text();
                return;
            }
            terms.minWork = *work;
            if (std::isinf(*work)) return; // only the CPU computes, and the device's memory is free
            if (!known) measured.emplace(*device, *work);
        }
        backend = std::move(chosen->backend);
    }
};

ComputeActions::ComputeActions(Workbench& workbench, Settings& settings, QObject* parent)
    : QObject(parent),
      workbench_(workbench),
      settings_(settings),
      look_([] { return backends(); }),
      list_(backends(false)),
      choice_(workbench.state().backendId) {}

ComputeActions::~ComputeActions() = default;

void ComputeActions::fill(QMenu& menu) {
    menu_ = &menu;
    makeThreads();
    makeMemory();
    menu.setToolTipsVisible(true);
    connect(&menu, &QMenu::aboutToShow, this, [this] {
        if (!isListed_ && !looker_) lookAgain();
        show();
    });
    show();
}

void ComputeActions::start(const std::string& id) {
    isStarting_ = id.empty();
    begin(id.empty() ? settings_.backend() : id);
}

void ComputeActions::choose(const std::string& id) {
    failures_.erase(id);
    isStarting_ = false;
    workbench_.messages().tell({});
    give(nullptr, {}); // frees the memory of a device
    isNew_ = true;
    begin(id);
}

void ComputeActions::begin(const std::string& id) {
    choice_ = id;
    maker_.reset();
    hasTried_ = false;
    if (isNew_ && (id == kAutomaticBackend || id == kDefaultBackend)) remember();
    if (id == kAutomaticBackend)
        present(workbench_.state()); // makes it when the session is large
    else if (id != kDefaultBackend)
        make(id);
    show();
}

void ComputeActions::make(const std::string& id) {
    const auto take = [this, id](const std::optional<std::shared_ptr<Made>>& made) {
        maker_.reset();
        if (made) return this->take(**made);
        const QString who = id == kAutomaticBackend ? tr("The GPU") : deviceIn(id);
        fail(id, tr("%1 did not answer for %2 s.").arg(who).arg(secondsOf(makingPatience_)));
    };
    const auto work = [id, look = look_](const Watch& watch) { return Made::of(id, look, watch); };
    maker_ = std::make_unique<LeavableTask<std::shared_ptr<Made>>>(work, makingPatience_, take);
    if (!isStarting_ && isDevice(id))
        workbench_.messages().tell(
            tr("Trying %1, which may take a minute the first time. To stop it, choose the CPU.").arg(deviceIn(id)));
}

void ComputeActions::take(Made& made) {
    const bool wereAsked = !made.list.empty();
    if (wereAsked) {
        list_ = std::move(made.list);
        isListed_ = true;
    }
    if (made.measured) settings_.setMinWork(made.measured->first, made.measured->second);
    if (made.backend) {
        if (choice_ != kAutomaticBackend) choice_ = made.terms.id; // "opencl" stands for one of them
        if (made.terms.id != kDefaultBackend) give(std::move(made.backend), made.terms);
        if (!isStarting_ && isDevice(made.id))
            workbench_.messages().tell(tr("%1 computes now.").arg(deviceIn(made.terms.id)));
    } else if (wereAsked && isStarting_ && !isIn(list_, made.id)) {
        workbench_.messages().tell(tr("%1 The choice is automatic now.").arg(QString::fromStdString(made.why)));
        begin(kAutomaticBackend); // the remembered one is kept, since it may come back
    } else if (!wereAsked || made.id != kAutomaticBackend) {
        fail(made.id, QString::fromStdString(made.why));
    }
    show();
}

/// Remembers a choice that has worked; else a driver that ends the program would do so at every start.
void ComputeActions::remember() {
    isNew_ = false;
    settings_.setBackend(choice_);
}

/// Reports that a backend cannot be made, and uses the CPU.
void ComputeActions::fail(const std::string& id, const QString& why) {
    isNew_ = false;
    if (id != kAutomaticBackend) {
        choice_ = kDefaultBackend;
        failures_[id] = why;
    }
    workbench_.messages().report(tr("%1 Headlight computes on the CPU.").arg(why), MessageKind::Caution);
    show();
}

void ComputeActions::give(std::unique_ptr<Backend> backend, const Terms& terms) {
    given_ = terms;
    given_.number = ++count_;
    workbench_.scheduler().setBackend(std::move(backend), given_);
}

void ComputeActions::lookAgain() {
    isListed_ = false;
    const auto work = [look = look_](const Watch& watch) -> List {
        const auto may = tried({}, watch);
        return may ? look() : listWithoutDevices(may.text());
    };
    looker_ = std::make_unique<LeavableTask<List>>(work, lookingPatience_, [this](const std::optional<List>& list) {
        looker_.reset();
        const QString why = tr("The OpenCL drivers did not answer for %1 s.").arg(secondsOf(lookingPatience_));
        list_ = list ? *list : listWithoutDevices(why.toStdString());
        isListed_ = true;
        if (!list) workbench_.messages().report(tr("%1 Their devices cannot be used.").arg(why), MessageKind::Caution);
        show();
    });
}

/// Makes the menu anew, also while it is open. The old group is deleted later: one of its actions may have called this.
void ComputeActions::show() {
    if (!menu_) return;
    const QString active = menu_->activeAction() ? menu_->activeAction()->text() : QString();
    menu_->clear();
    if (group_) group_->deleteLater();
    group_ = new QActionGroup(this);
    for (const BackendInfo& info : list_) addEntry(info);
    menu_->addSeparator();
    menu_->addMenu(threads_);
    menu_->addMenu(memory_);
    QAction* again = group_->addAction(isListed_ ? tr("&Look for devices again") : tr("Looking for devices…"));
    menu_->addAction(again);
    again->setEnabled(isListed_);
    connect(again, &QAction::triggered, this, [this] {
        settings_.forgetMinWork();
        lookAgain();
        show();
    });
    for (QAction* action : menu_->actions())
        if (menu_->isVisible() && action->text() == active) menu_->setActiveAction(action);
}

void ComputeActions::makeThreads() {
    threads_ = new QMenu(tr("&Threads of the CPU"), menu_);
    const int maxThreads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::set<int> counts{0, maxThreads};
    for (int count = 1; count < maxThreads; count *= 2) counts.insert(count);
    const auto text = [](int count) { return count == 0 ? tr("One for each &core") : QString::number(count); };
    addNumberChoices(*threads_, {counts.begin(), counts.end()}, settings_.threads(), text, {}, [this](int count) {
        settings_.threads.set(count);
        setComputingThreads(count);
    });
}

/// Offers up to half of the memory that is free at the start: tables, pictures and other programs need some, too.
void ComputeActions::makeMemory() {
    memory_ = new QMenu(tr("&Memory for scores"), menu_);
    const double half = memoryLeft() / 2;
    std::vector sizes{256, 1024};
    for (const int size : {2048, 4096, 8192, 16384})
        if (static_cast<double>(Settings::bytesOf(size)) <= half) sizes.push_back(size);
    const auto text = [](int size) { return History::boundText(Settings::bytesOf(size)); };
    const QString tip = tr("Scores that need more are computed when they are shown");
    addNumberChoices(*memory_, sizes, settings_.scoreMegabytes(), text, tip, [this](int size) {
        settings_.scoreMegabytes.set(size);
        setScoreMemory(static_cast<double>(Settings::bytesOf(size)));
        workbench_.scheduler().askAgain();
    });
}

void ComputeActions::addEntry(const BackendInfo& info) {
    const bool isNoDevice = !info.make && !info.device;
    QString text = isNoDevice ? tr("No OpenCL device") : shown(info.name);
    if (info.id == kAutomaticBackend) text = tr("&Automatic");
    if (info.id == kDefaultBackend) text = tr("&CPU");
    if (info.device && !info.device->isGpu) text = tr("%1 (processor, slower)").arg(text);
    if (info.isChecked) text = tr("C&hecked: compare with the formulas");
    QAction* action = group_->addAction(text);
    menu_->addAction(action);
    action->setCheckable(true);
    action->setEnabled(bool(info.make));
    const auto failed = failures_.find(info.id);
    QString tip = failed == failures_.end() ? QString::fromStdString(info.description)
                                            : tr("%1 Choose it to try again.").arg(failed->second);
    if (info.isChecked) tip = tr("Compare what computes now with the formulas in double precision");
    action->setToolTip(tip);
    action->setStatusTip(tip);
    action->setChecked(info.isChecked ? isChecked(choice_) : info.id == choice_);
    connect(action, &QAction::triggered, this, [this, info] { choose(idOf(info)); });
}

/// Returns the id of an entry; the one of the checked backend contains the backend that computes now.
std::string ComputeActions::idOf(const BackendInfo& info) const {
    const std::string running = workbench_.state().backendId;
    if (!info.isChecked || running == kDefaultBackend) return info.id;
    return isChecked(running) ? running : info.id + ":" + running;
}

void ComputeActions::present(const ViewState& state) {
    if (isNew_ && state.frame && state.backendId == choice_) remember();
    if (state.frame && given_.number > 0 && state.frame->failed == given_.number) {
        failures_[given_.id] = QString::fromStdString(state.frame->notice);
        given_ = {};
        choice_ = kDefaultBackend;
        show();
    }
    if (choice_ != kAutomaticBackend || hasTried_) return;
    if (multiplicationsUpTo(state.session, static_cast<int>(state.session.layers.size()) - 1) < kWorthLooking) return;
    hasTried_ = true;
    make(choice_);
}

} // namespace headlight
