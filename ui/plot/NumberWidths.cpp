#include "plot/NumberWidths.h"

#include <QPaintDevice>
#include <QString>

#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace headlight {

constexpr std::u16string_view kOfNumbers = u"0123456789.-+";

NumberWidths::NumberWidths(const QFont& font, const QPaintDevice* device) : metrics_(font, device) {
    static_assert(std::tuple_size_v<decltype(px_)> == kOfNumbers.size());
    constexpr std::size_t kMaxKept = 256; // a window that is resized asks for many sizes
    static thread_local std::map<std::pair<QString, int>, decltype(px_)> known;
    const std::pair key{font.key(), device ? device->logicalDpiY() : 0};
    auto found = known.find(key);
    if (found == known.end()) {
        if (known.size() >= kMaxKept) known.clear();
        found = known.try_emplace(key).first;
        for (std::size_t i = 0; i < kOfNumbers.size(); ++i)
            found->second[i] = metrics_.horizontalAdvance(QString(QChar(kOfNumbers[i])));
    }
    px_ = found->second;
}

double NumberWidths::of(const QString& number) const {
    double sum = 0;
    for (const QChar c : number) {
        const std::size_t at = kOfNumbers.find(c.unicode());
        if (at == kOfNumbers.npos) return metrics_.horizontalAdvance(number); // infinite, or not a number
        sum += px_[at];
    }
    return sum;
}

} // namespace headlight
