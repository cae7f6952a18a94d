#pragma once

#include "document/Workbench.h"

#include <QStringList>

#include <utility>

namespace headlight::testing {

/// Runs a workbench's jobs as long as this object lives.
class JobsOf : public Jobs {
public:
    explicit JobsOf(Workbench& bench) : bench_(bench), before_(bench.jobs()) { bench.setJobs(this); }
    ~JobsOf() override { bench_.setJobs(&before_); }

private:
    Workbench& bench_;
    Jobs& before_;
};

/// Runs each job at once, or cancels it before it begins, and knows their names.
struct NamingJobs : JobsOf {
    using JobsOf::JobsOf;
    bool run(const QString& what, const Work& work, OnCancel onCancel) override {
        names << what;
        return !areCancelled && Jobs::run(what, work, onCancel);
    }
    bool wait(WatchedThread& thread, const QString& what, OnCancel onCancel) override {
        names << what;
        return !areCancelled && Jobs::wait(thread, what, onCancel);
    }
    QStringList names;
    bool areCancelled = false;
};

/// Cancels every job as soon as it asks whether to go on, and waits for it.
struct StoppingJobs : JobsOf {
    using JobsOf::JobsOf;
    bool run(const QString&, const Work& work, OnCancel) override {
        work([](double) { return false; });
        return true;
    }
};

/// Runs each job at once, and lets `watch` decide whether it goes on.
struct WatchingJobs : JobsOf {
    WatchingJobs(Workbench& bench, Watch watch) : JobsOf(bench), watch_(std::move(watch)) {}
    bool run(const QString&, const Work& work, OnCancel) override {
        work(watch_);
        return true;
    }

private:
    Watch watch_;
};

} // namespace headlight::testing
