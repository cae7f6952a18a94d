#pragma once

#include "code/exportedCode.h"

#include <string>

namespace headlight {

/// Imports and functions that the code of a session calls. `beside`: the .npz; empty: there is none.
std::string importsOf(CodeLibrary library, CodeForm form, const std::string& beside);
/// The same for both libraries: PythonText translates it.
extern const char* const kFunctions;

} // namespace headlight
