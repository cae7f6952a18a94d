#pragma once

namespace headlight {

/// How maps can be read: their numbers do not fit; they do, but rows touch each other; or all stands clear.
enum class Legibility { NoNumbers, Tight, Clear };

} // namespace headlight
