// Numbers that people paste: finite values that read back from the text of Copy, or one sentence.
#include "base/numberText.h"
#include "paste/matrixText.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    const auto number = numberFromInput(text);
    if (number ? !std::isfinite(*number) : number.text().empty()) std::abort();

    const auto pasted = matrixFromText(text);
    if (!pasted) {
        if (pasted.text().empty()) std::abort();
        return 0;
    }
    if (pasted->size() == 0 || !pasted->allFinite()) std::abort();
    const auto again = matrixFromText(matrixAsTsv(*pasted));
    if (!again || again->rows() != pasted->rows() || again->cols() != pasted->cols() || *again != *pasted) std::abort();
    return 0;
}
