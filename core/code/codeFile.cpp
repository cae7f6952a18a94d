#include "code/codeFile.h"

#include "backend/backends.h"
#include "code/PythonText.h"
#include "engine/Engine.h"
#include "io/files.h"
#include "io/npy.h"
#include "io/npz.h"

namespace headlight {
namespace {

constexpr std::size_t kMaxCode = 16 << 20; ///< bytes; an export is far shorter, as its numbers are beside it

NpzMember memberOf(const CodeArray& array) {
    const Matrix& first = array.parts.front();
    std::vector<std::int64_t> shape{first.rows(), first.cols()};
    if (array.parts.size() > 1) shape.insert(shape.begin(), static_cast<std::int64_t>(array.parts.size()));
    const auto part = [&parts = array.parts](std::size_t i) {
        std::string bytes;
        if (i < parts.size()) appendFloats(bytes, {parts[i].data(), std::size_t(parts[i].size())});
        return bytes;
    };
    return {array.name, sizeof(float) * std::size_t(first.size()), [=] { return npyHeaderOfFloats(shape); }, part};
}

} // namespace

std::filesystem::path besideOf(std::filesystem::path path) { return path.replace_extension(".numbers.npz"); }

bool isBesideFree(const std::filesystem::path& path) {
    const std::filesystem::path beside = besideOf(path);
    std::error_code error;
    if (!std::filesystem::exists(std::filesystem::symlink_status(beside, error))) return true;
    const auto code = readFile(path, kMaxCode);
    if (!code) return false;
    const std::string name = pythonText(beside.filename().string());
    std::string inNotebook; // the name as JSON writes it
    for (const char c : name) inNotebook += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return code->find("with_name(" + name + ")") != std::string::npos ||
           code->find("np.load(" + inNotebook + ")") != std::string::npos;
}

Result<void> writeCode(const std::filesystem::path& path, const Session& session, CodeLibrary library,
                       const Watch& watch) {
    Engine engine(makeBackend(kDefaultBackend).value()); // the code's bounds are for the CPU's roundings
    const auto layers = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, watch);
    if (!layers) return layers.problem();
    const std::filesystem::path beside = besideOf(path);
    const ExportedCode code = exportedCode(session, *layers, library,
                                           hasEnding(path, ".ipynb") ? CodeForm::Notebook : CodeForm::Script,
                                           beside.filename().string());
    std::vector<NpzMember> members;
    for (const CodeArray& array : code.arrays) members.push_back(memberOf(array));
    if (!members.empty())
        if (auto written = writeNpz(beside, members); !written) return written;
    return writeFile(path, code.text);
}

} // namespace headlight
