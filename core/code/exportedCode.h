#pragma once
// core/code: a session as a program that a person reads, runs and changes without Headlight.

#include "attention/program.h"
#include "session/Session.h"

#include <span>
#include <string>
#include <vector>

namespace headlight {

enum class CodeLibrary { NumPy, PyTorch };
enum class CodeForm { Script, Notebook }; ///< .py, .ipynb

/// Numbers that stand in a file beside the code.
struct CodeArray {
    std::string name;
    std::vector<Matrix> parts; ///< of equal sizes; several are a stack, [parts, rows, cols], and one is [rows, cols]
};

struct ExportedCode {
    std::string text;
    std::vector<CodeArray> arrays; ///< none: the code holds all numbers itself
};

/// More numbers than this are not written into the code.
inline constexpr double kMaxNumbersInCode = 5000;
bool needsBeside(const Session&); ///< true if the session has more

/// Returns Python that computes every stage of the session from its numbers, in double precision, and says at its end
/// which stages are not what Headlight shows; a script then ends with status 1. `layers`: Engine::traces() of all
/// layers. `beside`: the name of the .npz that will hold the arrays, if there are any.
ExportedCode exportedCode(const Session&, std::span<const Trace> layers, CodeLibrary, CodeForm,
                          const std::string& beside);
/// The same for layers that carry out other operations; programs[l] is that of layer l.
ExportedCode exportedCode(const Session&, std::span<const Program> programs, std::span<const Trace> layers, CodeLibrary,
                          CodeForm, const std::string& beside);

} // namespace headlight
