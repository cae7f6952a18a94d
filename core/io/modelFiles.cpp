#include "io/modelFiles.h"

#include "base/quotedText.h"
#include "io/JsonReader.h"
#include "io/files.h"

#include <algorithm>
#include <regex>
#include <set>
#include <string>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr const char *kModel = "model.safetensors", *kIndex = ".safetensors.index.json";
constexpr std::size_t kMaxIndex = std::size_t(64) << 20;

/// Returns the names of the parts that an index lists.
Result<std::vector<fs::path>> partsIn(const fs::path& index) {
    const auto text = readFile(index, kMaxIndex);
    if (!text) return text.problem();
    std::set<std::string> names;
    JsonReader json(*text);
    json.object([&](const std::string& key) {
        if (key != "weight_map") return json.skip();
        json.object([&](const std::string&) {
            const std::string name = json.text();
            if (name.find('/') != name.npos || !name.ends_with(".safetensors"))
                json.fail("must be the name of a .safetensors in the same folder");
            names.insert(name);
        });
    });
    json.finish();
    if (!json.ok()) return Problem{quotedPath(index) + ": " + json.problem().text};
    if (names.empty()) return Problem{quotedPath(index) + ": It names no file in its weight_map."};
    std::vector<fs::path> parts;
    for (const std::string& name : names) parts.push_back(index.parent_path() / name);
    return parts;
}

/// Returns the index beside a part, such as that of model-00001-of-00002.safetensors; the part itself if there is none.
fs::path indexOf(const fs::path& part) {
    static const std::regex kPart("(.+)-[0-9]{5}-of-[0-9]{5}\\.safetensors");
    std::smatch match;
    std::error_code error;
    const std::string name = part.filename().string();
    if (!std::regex_match(name, match, kPart)) return part;
    const fs::path index = part.parent_path() / (match[1].str() + kIndex);
    return fs::is_regular_file(index, error) ? index : part;
}

/// Returns the file of a folder that is opened: the model, else its index, else the only .safetensors.
Result<fs::path> fileIn(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> found;
    std::string other;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (name == kModel) return at->path();
        if (name.ends_with(kIndex)) found.insert(found.begin(), at->path());
        if (name.ends_with(".safetensors")) found.push_back(at->path());
        if (name.ends_with(".bin") || name.ends_with(".gguf") || name.ends_with(".h5"))
            other = other.empty() ? name : std::min(other, name);
    }
    if (!found.empty() && (found.size() == 1 || found[0].string().ends_with(kIndex))) return found[0];
    const std::string named = quotedPath(folder) + ": It is a folder ";
    if (!found.empty()) return Problem{named + "of several .safetensors without an index. Open one of them."};
    if (other.empty()) return Problem{named + "without a .safetensors."};
    const std::string options = other.ends_with(".gguf") ? "\".\", gguf_file=" + quotedText(other) : "\".\"";
    return Problem{named + "without a .safetensors. Its " + quotedText(other) +
                   " is not read; in the folder, write it anew with transformers.AutoModel.from_pretrained(" + options +
                   ").save_pretrained(\"model\"), and open the folder \"model\"."};
}

} // namespace

Result<std::vector<fs::path>> filesOfModel(const fs::path& path) {
    std::error_code error;
    const auto file = fs::is_directory(path, error) ? fileIn(path) : Result<fs::path>(indexOf(path));
    if (!file) return file.problem();
    if (!file->string().ends_with(kIndex)) return std::vector{*file};
    return partsIn(*file);
}

} // namespace headlight
