#include "code/PythonText.h"

#include "base/numberText.h"
#include "io/JsonReader.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

/// NumPy's words, and PyTorch's. The first that fits is taken.
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"np.concatenate(", "torch.cat("}, {"axis=", "dim="}, {"keepdims=", "keepdim="}, {"np.", "torch."}};

std::string inWordsOf(CodeLibrary library, std::string_view code) {
    if (library == CodeLibrary::NumPy) return std::string(code);
    std::string text;
    while (!code.empty()) {
        std::size_t taken = 0;
        for (const auto& [numpy, torch] : kWords)
            if (taken == 0 && code.starts_with(numpy)) {
                text += torch;
                taken = numpy.size();
            }
        if (taken == 0) text += code[0];
        code.remove_prefix(std::max<std::size_t>(taken, 1));
    }
    return text;
}

std::string numberText(float value) {
    if (std::isnan(value)) return "np.nan";
    if (std::isinf(value)) return value < 0 ? "-np.inf" : "np.inf";
    const std::string text = shortest(value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text; // not an integer of Python
}

/// Returns [[1, 2],\n [3, 4]], its lines moved to the right by `indent`.
std::string literal(const Matrix& matrix, const std::string& indent) {
    std::string text = "[";
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += row > 0 ? ",\n " + indent + "[" : "[";
        for (Index col = 0; col < matrix.cols(); ++col) text += (col > 0 ? ", " : "") + numberText(matrix(row, col));
        text += "]";
    }
    return text + "]";
}

std::string literal(const std::vector<Matrix>& parts, const std::string& indent, bool isStack) {
    if (!isStack) return literal(parts.front(), indent);
    std::string text = "[";
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i > 0 ? ",\n " + indent : "") + literal(parts[i], indent + " ");
    return text + "]";
}

} // namespace

std::string pythonText(std::string_view text) { return jsonText(text); } // JSON's escapes are Python's, too

void PythonText::addImports(CodeForm form, const std::string& beside, bool isQuiet) {
    const bool isTorch = library_ == CodeLibrary::PyTorch, isBeside = !beside.empty();
    std::string text =
        "\"\"\"Attention, step by step. Change a number, and run it again: the end says what is then not as in "
        "Headlight.\"\"\"\n";
    if (isBeside && form == CodeForm::Script) text += "from pathlib import Path\n\n";
    if (!isTorch || isBeside) text += "import numpy as np\n";
    text += isTorch ? "import torch\n\n"
                      "torch.set_default_dtype(torch.float64)\n"
                      "torch.set_printoptions(precision=4, sci_mode=False)\n"
                    : "\nnp.set_printoptions(precision=4, suppress=True)\n";
    if (isQuiet && !isTorch) text += "np.seterr(all=\"ignore\")  # some of the numbers are infinite, or not a number\n";
    if (isBeside)
        text += "data = np.load(" +
                (form == CodeForm::Script ? "Path(__file__).with_name(" + pythonText(beside) + ")"
                                          : pythonText(beside)) +
                ")\n";
    addAsIs(text);
}

void PythonText::add(std::string_view code) { sections_.back().code += inWordsOf(library_, code); }

std::string PythonText::numbers(const std::string& array, std::vector<Matrix> parts, std::size_t indent, bool isStack) {
    if (!isBeside_) return inWordsOf(library_, "np.array(" + literal(parts, std::string(indent, ' '), isStack) + ")");
    arrays_.push_back({array, std::move(parts), isStack});
    const std::string data = "data[" + pythonText(array) + "]";
    return library_ == CodeLibrary::NumPy ? data + ".astype(float)" : "torch.from_numpy(" + data + ").double()";
}

void PythonText::addNumbers(const std::string& name, const std::string& in, std::vector<Matrix> parts, bool isStack) {
    const std::size_t indent = name.size() + inWordsOf(library_, " = np.array(").size();
    addAsIs(name + " = " + numbers(in + name, std::move(parts), indent, isStack) + "\n");
}

void PythonText::addCompared(const std::string& name, const std::string& array, std::vector<Matrix> parts,
                             const std::string& within) {
    const bool isStack = parts.size() > 1;
    const std::string begin = "compare(" + pythonText(name) + ", " + name + ", ";
    const std::size_t indent = begin.size() + inWordsOf(library_, "np.array(").size();
    addAsIs(begin + numbers(array, std::move(parts), indent, isStack) + ", within=" + within + ")\n");
}

std::string PythonText::script() const {
    std::string text;
    for (const Section& section : sections_) {
        if (!text.empty()) text += "\n";
        if (!section.heading.empty()) text += "# ---- " + section.heading + "\n\n";
        text += section.code;
    }
    return text;
}

std::string PythonText::notebook() const {
    std::string cells;
    int count = 0;
    const auto cell = [&](const char* type, const std::string& source, const char* more) {
        cells += std::string(cells.empty() ? "" : ",\n") + "  {\"cell_type\": \"" + type + "\", \"id\": \"cell" +
                 std::to_string(++count) + "\", \"metadata\": {}" + more + ", \"source\": " + jsonText(source) + "}";
    };
    for (const Section& section : sections_) {
        if (!section.heading.empty()) cell("markdown", "## " + section.heading, "");
        std::string code = section.code;
        while (code.ends_with('\n')) code.pop_back();
        cell("code", code, ", \"execution_count\": null, \"outputs\": []");
    }
    return "{\n \"cells\": [\n" + cells +
           "\n ],\n \"metadata\": {\"kernelspec\": {\"display_name\": \"Python 3\", \"language\": \"python\", \"name\": "
           "\"python3\"}},\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n";
}

ExportedCode PythonText::taken(CodeForm form) {
    return {form == CodeForm::Notebook ? notebook() : script(), std::move(arrays_)};
}

} // namespace headlight
