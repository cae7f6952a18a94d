// The formats that are recognised and not read, each with what a person can do.

#include "base/quotedText.h"
#include "base/utf8.h"
#include "io/arrayBytes.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace headlight {
namespace {

struct OtherFormat {
    std::vector<std::string_view> beginnings; ///< of the file
    std::vector<std::string_view> endings;    ///< of its name
    const char* why;
};

const OtherFormat kOthers[] = {
    {{"\x80\2", "\x80\3", "\x80\4", "\x80\5"}, {".pt", ".pth", ".pkl"}, kPickle},
    {{"\x89HDF\r\n\x1A\n"},
     {".h5", ".hdf5"},
     "it is HDF5, which is not read; load it with h5py and write its arrays with numpy.savez"},
    {{},
     {".onnx"},
     "it is ONNX, which is not read; turn its initializers into arrays with onnx.numpy_helper.to_array, and write these "
     "with numpy.savez"},
    {{"MATLAB 5.0 MAT-file", "MATLAB 7.3 MAT-file"},
     {".mat"},
     "it is a MAT-file of MATLAB, which is not read; write each matrix with writematrix(W, \"W.csv\"), and paste that "
     "file into the matrix"},
    {{"GGUF"},
     {".gguf"},
     "it is GGUF of llama.cpp, which is not read; write it anew with transformers: AutoModel.from_pretrained(\".\", "
     "gguf_file=\"NAME.gguf\").save_pretrained(\"model\"), and open the folder \"model\""},
    {{"\x1F\x8B"},
     {".gz", ".tgz"},
     "it is packed by gzip, which is not read; unpack it with gunzip, and open what was in it"},
    {{"\x89PNG", "\xFF\xD8\xFF"}, {".png", ".jpg", ".jpeg"}, "it is a picture, which has no arrays"},
    {{"version https://git-lfs.github.com/spec/"},
     {},
     "it is a pointer of Git LFS, which stands for the file; run git lfs pull in its folder, and open it again"},
};

/// Returns the format of a file with this beginning, or else with this ending; nullptr if it is none of them.
const OtherFormat* formatOf(std::string_view bytes, const std::filesystem::path& name) {
    const std::string ending = name.extension().string();
    const auto begins = [&](const OtherFormat& one) {
        return std::ranges::any_of(one.beginnings, [&](auto beginning) { return bytes.starts_with(beginning); });
    };
    const auto ends = [&](const OtherFormat& one) { return std::ranges::count(one.endings, ending) > 0; };
    const OtherFormat* found = std::ranges::find_if(kOthers, begins);
    if (found == std::end(kOthers)) found = std::ranges::find_if(kOthers, ends);
    return found == std::end(kOthers) ? nullptr : found;
}

/// True if the bytes are text: arrays have zeros and other control characters in their beginning.
bool isText(std::string_view bytes) {
    const auto invalid = firstInvalidByte(bytes);
    if (bytes.empty() || (invalid && *invalid + 4 < kBeginning)) return false; // the last character may be cut
    return std::ranges::all_of(
        bytes, [](char c) { return static_cast<unsigned char>(c) >= ' ' || c == '\t' || c == '\n' || c == '\r'; });
}

bool isWebPage(std::string_view bytes) {
    std::string start(bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), bytes.size()), 9));
    for (char& c : start)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return start == "<!doctype" || start.starts_with("<html");
}

} // namespace

bool isOther(std::string_view bytes, const std::filesystem::path& name) { return formatOf(bytes, name) != nullptr; }

std::string whyNotRead(std::string_view bytes, const std::filesystem::path& name) {
    if (const OtherFormat* other = formatOf(bytes, name)) return other->why;
    if (!isText(bytes)) return {};
    if (isWebPage(bytes)) return "it is a web page (HTML) and has no arrays; download the file itself, and open that";
    return "it is a text and has no arrays; it begins with " + quotedBriefly(bytes.substr(0, bytes.find('\n')));
}

} // namespace headlight
