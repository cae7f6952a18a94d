// Any pasted text gives one message, or finite numbers that read back from the text of Copy.
#include "base/numberText.h"
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    const auto number = numberFromInput(text);
    if (number ? !std::isfinite(*number) : number.text().empty()) std::abort();

    const auto read = matricesFromText(text);
    if (!read) {
        if (read.text().empty()) std::abort();
        return 0;
    }
    if (read->matrices.empty()) std::abort();
    for (const auto& [name, pasted, isParameter] : read->matrices) {
        if (pasted.size() == 0 || !pasted.allFinite()) std::abort();
        for (const MatrixFormat& format : matrixFormats()) {
            const auto again = matricesFromText(*matrixAsText(pasted, format));
            if (!again || again->matrices.size() != 1) std::abort();
            const Matrix& same = again->matrices[0].numbers;
            if (same.rows() != pasted.rows() || same.cols() != pasted.cols() || same != pasted) std::abort();
        }
    }
    return 0;
}
