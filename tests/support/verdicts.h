#pragma once
// Asks `check` about a file that a notebook made.

#include "check/report.h"
#include "support/faultyNotebook.h"

#include <QStringList>
#include <QTemporaryDir>

namespace headlight::testing {

using Names = std::vector<std::string>;
inline const Names kHeads{"Q", "K", "attn_weights"}, kStages{"Q", "K", "scores", "scaled", "attn_weights"};
inline const Names kProjected{"X", "Q", "q_proj.weight", "q_proj.bias"};

inline bool attendsToAll(int, int) { return true; }

inline Result<CheckReport> checked(const Tensors& tensors, const CheckOptions& options = {}) {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.npz").toStdString();
    const auto saved = saveTensors(path, tensors);
    return saved ? check(path, options) : saved.problem();
}

/// "weights: no_scale, sqrt_d_model" of the first stage that differs; "agrees" if there is none; or the problem.
inline QString verdict(const Result<CheckReport>& report) {
    if (!report) return QString::fromStdString(report.text());
    const StageReport* first = report->firstDiffering();
    if (!first) return "agrees";
    QStringList names;
    for (const FoundCause& cause : first->causes) names << QString::fromStdString(cause.name);
    return QString::fromStdString(first->stage) + ": " + (names.isEmpty() ? "unknown" : names.join(", "));
}
inline QString verdictOn(const Tensors& tensors, const CheckOptions& options = {}) {
    return verdict(checked(tensors, options));
}

/// The mistakes that cannot be seen, of all stages; or the problem.
inline QString unseenIn(const Result<CheckReport>& report) {
    if (!report) return QString::fromStdString(report.text());
    QStringList names;
    for (const StageReport& stage : report->stages)
        for (const FoundCause& cause : stage.unseen) names << QString::fromStdString(cause.name);
    return names.join(", ");
}

} // namespace headlight::testing
