#include "commandFile.h"

#include "base/quotedText.h"
#include "import/givenArrays.h"
#include "import/leftOut.h"
#include "import/openedFile.h"
#include "io/files.h"
#include "outputs.h"
#include "session/edits.h"
#include "session/givenStages.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {
namespace {

void remark(const Command& command, const std::string& sentence) { warn(quotedPath(command.file) + ": " + sentence); }

std::string numberWord(int number) { return std::to_string(number); }

const ArrayLayer& layerOf(const ArraySet& set, const ImportChoices& choices) {
    return set.layers[static_cast<std::size_t>(choices.layer)];
}

/// Returns what --prefix may be: "\"a.0\", \"a.1\"".
std::string prefixesOf(const ArraySet& set) {
    return listed(set.layers, [](const ArrayLayer& layer) { return quotedBriefly(layer.name); });
}

/// Returns the layer of the file that is taken; the only one need not be named.
Result<int> layerIn(const ArraySet& set, const Command& command) {
    if (!command.prefix && set.layers.size() == 1) return 0;
    if (!command.prefix)
        return Problem{"It has " + std::to_string(set.layers.size()) +
                       " layers, of which one is used. Give --prefix with one of: " + prefixesOf(set) + "."};
    const auto layer = std::ranges::find(set.layers, *command.prefix, &ArrayLayer::name);
    if (layer == set.layers.end())
        return Problem{"It has no layer with the prefix " + quotedBriefly(*command.prefix) +
                       ". Give --prefix with one of: " + prefixesOf(set) + "."};
    return static_cast<int>(layer - set.layers.begin());
}

/// Returns choices for what the file leaves open: the number of heads, the cut of one array of q, k and v, the mask.
Result<ImportChoices> choicesOf(const ArraySet& set, const std::vector<NamedArray>& arrays, int which,
                                const Command& command) {
    ImportChoices choices = usualChoices(set, which);
    const ArrayLayer& layer = layerOf(set, choices);
    const std::vector<int> counts = headCounts(layer);
    choices.heads = command.heads.value_or(choices.heads);
    if (choices.heads == 0) {
        const std::string why = unusedText(set, arrays);
        return Problem{"It does not say how many heads it has" + (why.empty() ? "" : " (" + why + ")") + ". " +
                       (layer.whyNoConfig.empty() ? "" : "Its config.json is not used: " + layer.whyNoConfig + " ") +
                       "Give --heads with one of: " + listed(counts, numberWord) + "."};
    }
    if (std::ranges::find(counts, choices.heads) == counts.end()) {
        std::vector<NamedArray> own;
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (std::ranges::find(layer.parts, i, &ArrayPart::array) != layer.parts.end())
                own.push_back({arrays[i].name, arrays[i].shape});
        return Problem{"--heads " + std::to_string(choices.heads) + " does not divide its matrices, which are " +
                       listOf(own) + "."};
    }
    if (command.joined && !layer.isJoined)
        return Problem{"Its q, k and v are not one array, so --joined has no effect. Leave it out."};
    if (command.joined) choices.joined = *command.joined == "heads" ? Joined::Heads : Joined::Thirds;
    if (layer.isJoined && choices.heads > 1 && !choices.joined)
        return Problem{"It does not say how its one array of q, k and v is cut. Give --joined thirds (all of q, then "
                       "of k, then of v) or --joined heads (q, k and v of each head)."};
    if (command.isNotCausal) choices.isCausal = layer.hasCausalMask;
    if (command.mask) choices.isCausal = *command.mask == "causal";
    choices.hasMask = command.mask != "none";
    if (command.norm) {
        const auto place = *command.norm == "after" ? Norm::Place::After : Norm::Place::Before;
        choices.norm = *command.norm == "none" ? std::nullopt : normWith(layer, place);
        if (!choices.norm && *command.norm != "none")
            return Problem{"It has no layer norm beside the layer that can be taken. Leave out --norm."};
    }
    choices.sentence = command.sentence;
    if (!set.x) choices.words = ImportChoices::Words::Typed;
    return choices;
}

/// Remarks on arrays that may mean something else in the model, that are not taken, or that are taken with changes.
void remarkOnArrays(const Command& command, const ArraySet& set, const std::vector<NamedArray>& arrays,
                    const ImportChoices& choices, bool isGiven) {
    for (const std::string& caution : cautionsOn(set, arrays, choices)) remark(command, caution);
    for (const std::string& assumption : assumptionsOn(set, choices)) remark(command, assumption);
    const ArrayLayer& layer = layerOf(set, choices);
    if (layer.joined == Joined::Heads && choices.heads > 1 && !command.joined)
        remark(command, (layer.share > 1 ? "Its query_key_value was taken as q, k and v of each group of heads, as in "
                                           "Falcon "
                                         : "Its query_key_value was taken as q, k and v of each head, as in BLOOM and "
                                           "GPT-NeoX ") +
                            std::string("(--joined thirds takes all of q, then of k, then of v)."));
    if (const std::string notUsed = notUsedText(set, arrays, choices); !notUsed.empty())
        remark(command, "Not used: " + notUsed + ".");
    const std::set<int>& heads = layer.numbers;
    if (!heads.empty() && *heads.rbegin() - *heads.begin() + 1 != static_cast<int>(heads.size()))
        remark(command, "Its heads are numbered " + listed(heads, numberWord) +
                            "; those between are missing, and the others move up.");
    if (isGiven) remark(command, kGivenX);
    if (set.x && arrays[*set.x].shape.size() > 2) remark(command, "Its X is a batch of one, which is taken.");
    if (!set.x || !set.tokens || !choices.sentence.empty()) return;
    const std::vector<std::string>& texts = arrays[*set.tokens].texts;
    const std::vector<std::string> names = withoutSpaces(texts);
    const auto [text, name] = std::ranges::mismatch(texts, names);
    if (text != texts.end())
        remark(command, "Its tokens have spaces, or are empty, and get other names, such as " + quotedBriefly(*name) +
                            " for " + quotedBriefly(*text) + ".");
}

/// Makes a session of a file of matrices, as the window proposes it.
Result<SessionFile> sessionOf(const FileArrays& file, const Command& command) {
    const std::vector<NamedArray>& arrays = file.listed;
    const auto set = arraySet(arrays, {file.config});
    if (!set) return set.problem();
    const std::string why = unusedText(*set, arrays);
    if (set->layers.empty())
        return Problem{"It has " + listOf(arrays) + ", but no W_q, W_k and W_v to compute with" +
                       (why.empty() ? "." : ": " + why + ".")};
    const auto which = layerIn(*set, command);
    const auto choices = choicesOf(*set, arrays, which ? *which : 0, command);
    std::string needed; // everything at once
    if (!set->x && command.sentence.empty())
        needed = "It has " + listOf(arrays) + ", but no X of shape [tokens, " + std::to_string(set->layers.front().d) +
                 "]" + (why.empty() ? "" : ": " + why) +
                 ". Add the inputs as an array X, or give --sentence TEXT, whose embeddings are drawn.";
    for (const std::string& one : {which ? std::string() : which.text(), choices ? std::string() : choices.text()})
        if (!one.empty()) needed += (needed.empty() ? "" : " ") + one;
    if (!needed.empty()) return Problem{needed};
    auto session = withArrays(blankSession(), 0, *set, file, *choices);
    if (!session) return session.problem(); // a refused file has its Problem alone
    remarkOnArrays(command, *set, arrays, *choices, static_cast<bool>(layerAt(*session, 0)[Parameter::GivenX]));
    return SessionFile{*std::move(session), {}, cautionFor(*set, arrays, *choices)};
}

/// Returns a session, or given stages with the mask and the first side as the options say.
Result<SessionFile> ofGiven(OpenedFile& file, const Command& command) {
    Session& session = file.file.session;
    const auto count = static_cast<int>(session.layers.size());
    const std::string first = (file.mayBeBatch ? "Its first side is " : "Its batch is of ") +
                              std::to_string(file.texts) + ". ";
    const bool areLayers = file.isOfArrays && count > 1; // as its names say
    if (file.texts == 0 && areLayers && command.batch)
        return Problem{"Its names say that it has " + std::to_string(count) +
                       " layers, so --batch has no effect. Leave it out."};
    if (file.texts > 0 && !file.mayBeBatch && !areLayers && command.areLayers)
        return Problem{"Its shapes say what its layers are, so --layers has no effect. Leave it out."};
    if (!file.mayBeBatch && !areLayers && (command.areLayers || (command.batch && file.texts == 0)))
        return Problem{"It does not hold finished attention of several layers or of a batch, so --layers and --batch "
                       "have no effect. Leave them out."};
    if (file.mayBeBatch && command.areLayers == command.batch.has_value())
        return Problem{first + "Give --layers if these are layers, or --batch with a number from 1 to " +
                       std::to_string(count) + " for one of a batch."};
    if (command.batch && *command.batch > file.texts) return Problem{first + "Give --batch with a number up to it."};
    if (command.batch)
        if (auto taken = takeItemOfBatch(file, *command.batch - 1); !taken) return taken.problem();
    if (command.heads) {
        auto cut = withGivenHeads(session, *command.heads);
        if (!cut) return cut.problem();
        session = *std::move(cut);
    }
    const Sizes sizes = sizesOf(session);
    if (command.mask == "causal" && sizes.tokens != sizes.keyTokens)
        remark(command, "The causal mask counts from the first key: the first query attends to the first key alone.");
    for (std::size_t l = 0; command.mask && l < session.layers.size(); ++l) {
        Options options = session.layers[l].options;
        if (session.layers[l].allHeads.front()[Parameter::GivenWeights])
            return Problem{"Its weights are given, so that no mask changes them. Leave --mask and --causal out."};
        if (*command.mask == "none" && options.mask.isOn()) remark(command, "--mask none: its mask is left out again.");
        if (*command.mask == "none") options.mask = {};
        options.mask.causal = *command.mask == "causal"; // beside the file's mask
        auto masked = withOptions(session, static_cast<int>(l), options);
        if (!masked) return masked.problem();
        session = *std::move(masked);
    }
    if (!command.sentence.empty()) {
        auto named = withNames(session, command.sentence);
        if (!named) return named.problem();
        session = *std::move(named);
    }
    return std::move(file.file);
}

/// Remarks on numbers that are not finite, since the results are not finite, either.
void remarkOnNumbers(const Command& command, const Session& session) {
    std::vector<ParameterRef> wrong;
    const auto look = [&](const ParameterRef& ref, const Matrix& numbers) {
        const std::span<const float> all(numbers.data(), static_cast<std::size_t>(numbers.size()));
        if (!std::ranges::all_of(all, [&](float x) { return isAllowedIn(ref.parameter, x); })) wrong.push_back(ref);
    };
    for (const Parameter one : {Parameter::X, Parameter::Xkv})
        if (const FrozenMatrix numbers = matrixOf(session, {one, 0, 0})) look({one, 0, 0}, *numbers);
    forEachParameter(session, [&](const ParameterRef& ref, const ParameterValue& value) {
        if (value) look(ref, *value);
    });
    if (wrong.empty()) return;
    const auto name = [](const ParameterRef& ref) { return nameOf(ref); };
    remark(command, "It has numbers that are NaN or infinite, in " + listed(wrong, name) + ".");
}

} // namespace

Result<void> complete(OpenedFile& file, const Command& command) {
    const bool isOfMatrices = !file.arrays.listed.empty();
    const bool isOfLayer = command.prefix || command.joined || command.norm;
    if (!isOfMatrices && !file.isOfArrays && (isOfLayer || command.heads || command.mask || !command.sentence.empty()))
        return Problem{"It has its own tokens and layers, so --heads, --prefix, --joined, --mask, --norm and "
                       "--sentence have no effect. Leave them out."};
    if (!isOfMatrices && isOfLayer)
        return Problem{"It is no file of W_q, W_k and W_v, so --prefix, --joined and --norm have no effect. "
                       "Leave them out."};
    auto made = isOfMatrices ? sessionOf(file.arrays, command) : ofGiven(file, command);
    if (!made) return made.problem();
    file.file = *std::move(made);
    file.arrays.listed.clear();
    file.mayBeBatch = false;
    const std::string caution = isOfMatrices ? std::string() : textOf(file.file.caution, true);
    if (!caution.empty()) remark(command, caution);
    return {};
}

Result<SessionFile> openedFile(const Command& command) {
    auto file = readOpened(command.file);
    if (!file) return file.problem();
    if (const auto made = complete(*file, command); !made)
        return Problem{quotedPath(command.file) + ": " + made.text()};
    if (!file->edited.empty()) remark(command, file->edited);
    remarkOnNumbers(command, file->file.session);
    return std::move(file->file);
}

} // namespace headlight
