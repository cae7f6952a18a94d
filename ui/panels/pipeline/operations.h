#pragma once

#include "attention/stages.h"
#include "panels/pipeline/Setting.h"

#include <span>
#include <vector>

namespace headlight {

/// An operation from one stage to the next, which is a word of the formula and opens its choices.
struct Operation {
    const char* name; ///< English, as the others, for tr() in the context "Operations"
    const char* tip;
    Stage (*leadsTo)(const Session&, const View&);          ///< it is before that stage, even if absent
    QString (*word)(const Session&, const View&);           ///< "÷ √d_k", "no mask"
    bool (*isOn)(const Session&, const View&) = nullptr;    ///< if off, not in the strip; null: always on
    bool (*isShown)(const Session&, const View&) = nullptr; ///< null: always
    std::span<const Setting> settings = {};                 ///< the first adds it; empty: there is nothing to choose
    bool isPlain = false; ///< only text in the strip: its settings are in the parameters and the menu
    bool mayBeOfAllLayers = false;
    bool opens() const { return !isPlain && !settings.empty(); } ///< its button opens its settings
    bool isShownNow(const Session& s, const View& v) const;

    QString shownName() const { return translatedOperation(name); }
    QString shownTip() const { return translatedOperation(tip); }
    bool isOnNow(const Session& s, const View& v) const { return !isOn || isOn(s, v); }
    SettingStep addition(const ViewState& now) const; ///< the step that adds it, with its default
};

/// Returns all operations, in the order of the strip. The layer norm, which has two places there, is at the last one.
std::span<const Operation> operations();

/// A stage, or an operation.
struct PipelineItem {
    const StageInfo* stage = nullptr;
    const Operation* operation = nullptr;
    friend bool operator==(const PipelineItem&, const PipelineItem&) = default;
};
/// Returns the operations that could be added to the pipeline: they are off.
std::vector<const Operation*> absentFrom(const Session&, const View&);
/// True if it has a place in the pipeline: something is computed from it, be it in the layer above.
bool isInStrip(const StageInfo&);
/// Returns the pipeline of one layer, in order: its stages, and before each the operations that are on.
std::vector<PipelineItem> pipelineOf(const Session&, const View&);

} // namespace headlight
