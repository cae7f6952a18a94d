#pragma once

#include "code/exportedCode.h"

#include <string>

namespace headlight {

/// Returns the imports and matrix(), which the code of a session calls. `beside`: the .npz; empty: there is none.
std::string importsOf(CodeLibrary library, CodeForm form, const std::string& beside);
/// The functions that the code calls, in the words of NumPy; PythonText translates them.
extern const char* const kFunctions;

} // namespace headlight
