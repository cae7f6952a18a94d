#pragma once

#include "code/exportedCode.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A program that grows section by section. What is added is written with NumPy, and said in PyTorch's words where that
/// is wanted.
class PythonText {
public:
    PythonText(CodeLibrary library, bool isBeside) : library_(library), isBeside_(isBeside) {}

    void begin(const std::string& heading) { sections_.push_back({heading, {}}); }
    /// Lines of code, each with its \n.
    void add(std::string_view code);
    /// The same, in words that are right already.
    void addAsIs(std::string_view code) { sections_.back().code += code; }
    /// `NAME = matrix(...)` of these numbers, or of the array beside the code; `in` names it there ("layer1.").
    /// `isStack`: [parts, rows, cols]; else there is one part, [rows, cols].
    void addNumbers(const std::string& name, const std::string& in, std::vector<Matrix> parts, bool isStack);
    /// An entry of the table of what Headlight shows.
    void addShown(const std::string& name, std::vector<Matrix> parts, bool isStack);

    ExportedCode taken(CodeForm form);

private:
    struct Section {
        std::string heading, code;
    };
    std::string script() const;
    std::string notebook() const;

    CodeLibrary library_;
    bool isBeside_;
    std::vector<Section> sections_;
    std::vector<CodeArray> arrays_;
};

/// A text as a literal of Python.
std::string pythonText(std::string_view text);

} // namespace headlight
