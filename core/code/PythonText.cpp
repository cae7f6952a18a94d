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
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return shortest(value);
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

void PythonText::add(std::string_view code) { sections_.back().code += inWordsOf(library_, code); }

void PythonText::addNumbers(const std::string& name, const std::string& in, std::vector<Matrix> parts, bool isStack) {
    const std::string begin = name + " = matrix(";
    if (isBeside_) {
        addAsIs(begin + "data[" + pythonText(in + name) + "])\n");
        arrays_.push_back({in + name, std::move(parts), isStack});
    } else {
        sections_.back().code += begin + literal(parts, std::string(begin.size(), ' '), isStack) + ")\n";
    }
}

void PythonText::addShown(const std::string& name, std::vector<Matrix> parts, bool isStack) {
    const std::string begin = "shown[" + pythonText(name) + "] = matrix(";
    if (isBeside_) {
        addAsIs(begin + "data[" + pythonText(name) + "])\n");
        arrays_.push_back({name, std::move(parts), isStack});
        return;
    }
    sections_.back().code += begin + literal(parts, std::string(begin.size(), ' '), isStack) + ")\n";
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
