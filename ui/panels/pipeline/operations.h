#pragma once

#include "attention/stages.h"
#include "panels/pipeline/Setting.h"

#include <span>
#include <vector>

namespace headlight {

/// What leads from one stage to the next: a word of the formula that opens its choices.
struct Operation {
    const char* name; ///< English, as the others, for tr() in the context "Operations"
    const char* tip;
    Stage (*leadsTo)(const Session&, const View&);          ///< it stands before that stage, or where that would be
    QString (*word)(const Session&, const View&);           ///< "÷ √d_k", "no mask"
    bool (*isOn)(const Session&, const View&) = nullptr;    ///< what is off is not in the strip; null: always on
    bool (*isShown)(const Session&, const View&) = nullptr; ///< null: always
    std::span<const Setting> settings = {};                 ///< none: there is nothing to choose
    bool mayBeOfAllLayers = false;
    bool isShownNow(const Session& s, const View& v) const { return !isShown || isShown(s, v); }

    QString shownName() const { return translatedOperation(name); }
    QString shownTip() const { return translatedOperation(tip); }
    bool isOnNow(const Session& s, const View& v) const { return !isOn || isOn(s, v); }
};

std::span<const Operation> operations(); ///< THE list

/// What has the same choices and stands in the pipeline now: the layer norm has two places.
const Operation& shownTwin(const Operation&, const Session&, const View&);

/// A stage, or an operation.
struct PipelineItem {
    const StageInfo* stage = nullptr;
    const Operation* operation = nullptr;
    friend bool operator==(const PipelineItem&, const PipelineItem&) = default;
};
/// The operations that could be added to it: they are off.
std::vector<const Operation*> absentFrom(const Session&, const View&);
/// The way of one layer, in order: the stages that it has, and what is on and leads from each to the next.
std::vector<PipelineItem> pipelineOf(const Session&, const View&);

} // namespace headlight
