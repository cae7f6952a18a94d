#pragma once

namespace headlight {

/// Which value stands for many: over the cells that are not masked, NaN if one of them is. Of largest magnitude: of +a
/// and -a it is +a.
enum class Pooling : unsigned char { LargestMagnitude, Maximum, Mean };

} // namespace headlight
