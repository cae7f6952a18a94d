#pragma once

#include "code/exportedCode.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// A Python program that grows section by section. Code is added with NumPy, and translated if the library is PyTorch.
class PythonText {
public:
    /// `beside`: the name of the file beside the code; empty: the code has all numbers.
    PythonText(CodeLibrary library, CodeForm form, std::string beside)
        : library_(library), form_(form), beside_(std::move(beside)) {}

    void begin(const std::string& heading) { sections_.push_back({heading, {}}); }
    /// Adds the text at the top, the imports and the opening of the file beside the code, if there is one. `isQuiet`:
    /// NumPy shall not warn of infinity and NaN.
    void addImports(bool isQuiet);
    /// Lines of code, each with its \n.
    void add(std::string_view code);
    /// Adds code that is not translated.
    void addAsIs(std::string_view code) { sections_.back().code += code; }
    /// Adds `NAME = matrix(...)` with these numbers, or with the array beside the code, whose name begins with `in`
    /// ("code.layer1.").
    void addNumbers(const std::string& name, const std::string& in, std::vector<Matrix> parts);
    void addCompare(); ///< adds the function that addCompared() calls
    void addVerdict(); ///< adds what says which comparisons found a difference
    /// Adds the comparison of the variable `name` with numbers of Headlight.
    void addCompared(const std::string& name, const std::string& array, std::vector<Matrix> parts,
                     const std::string& within);

    ExportedCode taken();

private:
    struct Section {
        std::string heading, code;
    };
    /// Returns numbers as an expression, and keeps them for the file beside the code if there is one.
    std::string numbers(const std::string& array, std::vector<Matrix> parts, std::size_t indent);
    std::string script() const;
    std::string notebook() const;

    CodeLibrary library_;
    CodeForm form_;
    std::string beside_;
    std::vector<Section> sections_;
    std::vector<CodeArray> arrays_;
};

/// Returns a text as a literal of Python.
std::string pythonText(std::string_view text);

} // namespace headlight
