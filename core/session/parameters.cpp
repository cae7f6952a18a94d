#include "session/parameters.h"

namespace headlight {

std::span<const ParameterInfo> parameters() {
    using enum Parameter;
    static constexpr const char* kKeyWords = "a vector of d_k numbers";
    static constexpr std::array<ParameterInfo, static_cast<std::size_t>(End) - 1> list{{
        {Wq, "W_q", Scope::Head, Side::D, Side::Dk, "d by the d_k of the first head", {}, true},
        {Wk, "W_k", Scope::Head, Side::DSource, Side::Dk, "d by the d_k of the first head", {}, true},
        {Wv, "W_v", Scope::Head, Side::DSource, Side::Dv, "d by the d_v of the first head", {}, true},
        {Bq, "b_q", Scope::Head, Side::One, Side::Dk, kKeyWords, Wq},
        {Bk, "b_k", Scope::Head, Side::One, Side::Dk, kKeyWords, Wk},
        {Bv, "b_v", Scope::Head, Side::One, Side::Dv, "a vector of d_v numbers", Wv},
        {Wo, "W_o", Scope::Layer, Side::Concat, Side::DOut, "heads times d_v", {}},
        {Bo, "b_o", Scope::Layer, Side::One, Side::DOut, "a vector, one number for each column of W_o", Wo},
    }};
    return list;
}

const ParameterInfo& infoOf(Parameter parameter) { return parameters()[static_cast<std::size_t>(parameter) - 1]; }

Index lengthOf(Side side, const Sizes& s) {
    switch (side) {
    case Side::One: return 1;
    case Side::Tokens: return s.tokens;
    case Side::KeyTokens: return s.keyTokens;
    case Side::D: return s.d;
    case Side::DSource: return s.dSource;
    case Side::Dk: return s.dk;
    case Side::Dv: return s.dv;
    case Side::Concat: return s.concat();
    case Side::DOut: return s.dOut;
    }
    return 0;
}

const char* symbolOf(Parameter parameter) { return parameter == Parameter::X ? "X" : infoOf(parameter).symbol; }

bool belongsToHead(Parameter parameter) { return parameter != Parameter::X && infoOf(parameter).scope == Scope::Head; }

std::string nameOf(const ParameterRef& ref) {
    const std::string symbol = symbolOf(ref.parameter);
    return belongsToHead(ref.parameter) ? symbol + " of head " + std::to_string(ref.head + 1) : symbol;
}

} // namespace headlight
