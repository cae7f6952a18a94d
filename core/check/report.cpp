#include "check/report.h"

#include "base/numberText.h"
#include "base/quotedText.h"
#include "io/JsonReader.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace headlight {
namespace {

/// Returns one or two digits, which is enough for a difference: "3e-8", "0.38", "15".
std::string briefly(double value) {
    char text[32];
    std::snprintf(text, sizeof(text), value < 1e-3 ? "%.1g" : "%.2g", value);
    std::string brief(text);
    const auto zero = brief.find("e-0");
    return zero == brief.npos ? brief : brief.erase(zero + 2, 1);
}

std::string number(double value) { return shortest(static_cast<float>(value)); }

std::string placeOf(const std::vector<std::int64_t>& where) {
    std::string text;
    for (const std::int64_t index : where) text += (text.empty() ? "" : ", ") + std::to_string(index);
    return "[" + text + "]";
}

std::string nameOf(const StageReport& stage) {
    return stage.array == stage.stage ? stage.stage : stage.stage + " (" + showable(stage.array, kBriefly) + ")";
}

std::string differs(const StageReport& stage) {
    if (stage.where.empty()) return nameOf(stage) + ": " + stage.why + ".";
    return nameOf(stage) + ": differs from " + stage.formula + " in " + std::to_string(stage.differing) + " of " +
           std::to_string(stage.of) + " numbers, most at " + placeOf(stage.where) +
           ", counted from 0: " + number(stage.inFile) + " in the file, " + number(stage.computed) +
           " computed (difference " + briefly(stage.largest) + ", tolerance " + briefly(stage.tolerance) + ").";
}

std::string causesOf(const StageReport& stage) {
    if (stage.causes.empty()) return "  The cause is not known.";
    const auto said = [](const FoundCause& cause) { return cause.sentence + ": " + cause.formula; };
    if (stage.causes.size() == 1) return "  Cause: " + said(stage.causes[0]) + ".";
    std::string text = "  These cannot be told apart here, since " + stage.why + ":";
    for (const FoundCause& cause : stage.causes) text += "\n  - " + said(cause);
    return text;
}

using Members = std::vector<std::pair<const char*, std::string>>;
std::string object(const Members& members) {
    std::string text;
    for (const auto& [key, value] : members) text += (text.empty() ? "{" : ", ") + jsonText(key) + ": " + value;
    return text + "}";
}
std::string json(double value) { return std::isfinite(value) ? shortest(value) : jsonText(shortest(value)); }
std::string json(const SkippedArray& one) { return jsonText(sentenceOn(one)); }
std::string json(const FoundCause& cause) {
    return object(
        {{"name", jsonText(cause.name)}, {"sentence", jsonText(cause.sentence)}, {"formula", jsonText(cause.formula)}});
}
std::string json(const StageReport& stage);
std::string list(const auto& of, const char* before = "") {
    std::string text;
    for (const auto& one : of) text += (text.empty() ? "" : ", ") + (before + json(one));
    return "[" + text + "]";
}
std::string json(const StageReport& stage) {
    const auto orNull = [&](double x) { return stage.where.empty() ? "null" : json(x); };
    return object({{"stage", jsonText(stage.stage)},
                   {"array", jsonText(stage.array)},
                   {"agrees", stage.agrees ? "true" : "false"},
                   {"formula", jsonText(stage.formula)},
                   {"differing", std::to_string(stage.differing)},
                   {"of", std::to_string(stage.of)},
                   {"largest", orNull(stage.largest)},
                   {"where", placeOf(stage.where)},
                   {"computed", orNull(stage.computed)},
                   {"in_file", orNull(stage.inFile)},
                   {"tolerance", orNull(stage.tolerance)},
                   {"causes", list(stage.causes)},
                   {"why", jsonText(stage.why)},
                   {"unseen", list(stage.unseen)}});
}

} // namespace

const StageReport* CheckReport::firstDiffering() const {
    auto first = std::ranges::find_if(stages, [](const auto& one) { return !one.agrees && !one.where.empty(); });
    if (first == stages.end()) first = std::ranges::find(stages, false, &StageReport::agrees);
    return first == stages.end() ? nullptr : &*first;
}

std::string sentenceOn(const SkippedArray& one) {
    return quotedBriefly(one.array) + " is left out, since " + one.why + ".";
}

std::vector<std::string> linesOf(const StageReport& stage) {
    if (!stage.agrees && stage.where.empty() && stage.causes.empty()) return {differs(stage)};
    if (!stage.agrees) return {differs(stage), causesOf(stage)};
    std::vector<std::string> lines{nameOf(stage) + ": " + stage.formula + ", to " + briefly(stage.largest)};
    for (const FoundCause& one : stage.unseen)
        lines.push_back("  Not to be seen here: " + one.sentence + " (" + one.whyUnseen + ").");
    return lines;
}

std::vector<std::string> linesOf(const CheckReport& report) {
    std::vector<std::string> lines;
    for (const StageReport& stage : report.stages) std::ranges::move(linesOf(stage), std::back_inserter(lines));
    std::string others;
    for (const SkippedArray& one : report.skipped) {
        lines.push_back(sentenceOn(one));
        others += (others.empty() ? ", but these arrays were not checked: " : ", ") + quotedBriefly(one.array);
    }
    const StageReport* first = report.firstDiffering();
    lines.push_back(first ? "The first stage that differs is " + nameOf(*first) + "."
                          : "All stages agree" + others + ".");
    return lines;
}

std::string jsonOf(const CheckReport& report) {
    const StageReport* first = report.firstDiffering();
    return object({{"status", std::to_string(report.exitStatus())},
                   {"first_differing", first ? jsonText(first->array) : "null"},
                   {"stages", list(report.stages, "\n  ")},
                   {"notes", list(report.skipped)}}) +
           "\n";
}

} // namespace headlight
