#include "code/PythonText.h"

#include "base/numberText.h"
#include "io/JsonReader.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

/// NumPy's words, and PyTorch's: they are replaced in this order.
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"np.concatenate(", "torch.cat("},
    {".astype(np.float32).astype(float)", ".float().double()"},
    {"axis=", "dim="},
    {"keepdims=", "keepdim="},
    {"np.", "torch."}};

std::string inWordsOf(CodeLibrary library, std::string_view code) {
    std::string text(code);
    for (const auto& [numpy, torch] : kWords)
        for (std::size_t at = 0; library == CodeLibrary::PyTorch && (at = text.find(numpy, at)) != std::string::npos;)
            text.replace(at, numpy.size(), torch);
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

std::string literal(const std::vector<Matrix>& parts, const std::string& indent) {
    if (parts.size() == 1) return literal(parts.front(), indent);
    std::string text = "[";
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i > 0 ? ",\n " + indent : "") + literal(parts[i], indent + " ");
    return text + "]";
}

constexpr const char* kCompare = R"py(different = []


def compare(name, computed, headlight, within):
    """Notes a stage that is not what Headlight shows. `within`: what Headlight's seven digits lose, measured."""
    same = np.isclose(computed, headlight, rtol=0, atol=within, equal_nan=True)
    if not same.all():
        different.append(f"{name} ({(~same).sum()} of {len(same.ravel())} numbers)")


)py";
/// A script ends with status 1 if something differs; a cell of a notebook does not fail, since a student changes
/// numbers on purpose.
constexpr const char* kVerdict = R"py(if different:
    raise SystemExit("Headlight shows other numbers in: " + ", ".join(different))
print("Everything is what Headlight shows.")
)py";
constexpr const char* kVerdictInNotebook =
    R"py(print("Headlight shows other numbers in: " + ", ".join(different) if different
      else "Everything is what Headlight shows.")
)py";

} // namespace

std::string pythonText(std::string_view text) { return jsonText(text); } // JSON's escapes are Python's, too

void PythonText::addImports(bool isQuiet) {
    const bool isTorch = library_ == CodeLibrary::PyTorch, isBeside = !beside_.empty(),
               isScript = form_ == CodeForm::Script;
    std::string text =
        "\"\"\"Attention, step by step. Change a number and run it again: the last line says what differs from "
        "Headlight.\"\"\"\n";
    if (isBeside && isScript) text += "from pathlib import Path\n\n";
    if (!isTorch || isBeside) text += "import numpy as np\n";
    text += isTorch ? "import torch\n\n"
                      "torch.set_default_dtype(torch.float64)\n"
                      "torch.set_printoptions(precision=4, sci_mode=False)\n"
                    : "\nnp.set_printoptions(precision=4, suppress=True)\n";
    if (isQuiet && !isTorch) text += "np.seterr(all=\"ignore\")  # some of the numbers are infinite, or not a number\n";
    if (isBeside)
        text += "data = np.load(" +
                (isScript ? "Path(__file__).with_name(" + pythonText(beside_) + ")" : pythonText(beside_)) + ")\n";
    else
        text += "\n\ndef matrix(numbers):\n    \"\"\"Headlight's numbers are float32; here they are computed with in "
                "double precision.\"\"\"\n    return " +
                std::string(isTorch ? "torch.tensor(numbers, dtype=torch.float32).double()"
                                    : "np.array(numbers, dtype=np.float32).astype(float)") +
                "\n\n";
    addAsIs(text);
}

void PythonText::add(std::string_view code) { sections_.back().code += inWordsOf(library_, code); }

std::string PythonText::numbers(const std::string& array, std::vector<Matrix> parts, std::size_t indent) {
    if (beside_.empty()) return inWordsOf(library_, "matrix(" + literal(parts, std::string(indent, ' ')) + ")");
    arrays_.push_back({array, std::move(parts)});
    const std::string data = "data[" + pythonText(array) + "]";
    return library_ == CodeLibrary::NumPy ? data + ".astype(float)" : "torch.from_numpy(" + data + ").double()";
}

void PythonText::addNumbers(const std::string& name, const std::string& in, std::vector<Matrix> parts) {
    const std::size_t indent = name.size() + std::string(" = matrix(").size();
    addAsIs(name + " = " + numbers(in + name, std::move(parts), indent) + "\n");
}

void PythonText::addCompared(const std::string& name, const std::string& array, std::vector<Matrix> parts,
                             const std::string& within) {
    const std::string begin = "compare(" + pythonText(name) + ", " + name + ", ";
    const std::size_t indent = begin.size() + std::string("matrix(").size();
    addAsIs(begin + numbers(array, std::move(parts), indent) + ", within=" + within + ")\n");
}

void PythonText::addCompare() { add(kCompare); }

void PythonText::addVerdict() { addAsIs(form_ == CodeForm::Notebook ? kVerdictInNotebook : kVerdict); }

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

ExportedCode PythonText::taken() { return {form_ == CodeForm::Notebook ? notebook() : script(), std::move(arrays_)}; }

} // namespace headlight
