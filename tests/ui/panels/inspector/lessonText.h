#pragma once
// Reads back the inspector's page as a user copies it.

#include "panels/inspector/lessonHtml.h"
#include "support/floatBounds.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace headlight::testing {

/// Returns the number of "× 0.25" or "(-2.5)", without the sign before it.
inline double numberIn(QString text) {
    text.remove(QRegularExpression(QStringLiteral(u"^[×=≈+( ]+"))).replace(u'∞', QStringLiteral("inf"));
    const QByteArray digits = text.toUtf8();
    char* end = nullptr;
    const double value = std::strtod(digits.constData(), &end);
    if (end == digits.constData()) throw std::runtime_error("no number: " + text.toStdString());
    return value;
}
/// True for the cell of a key that does not count.
inline bool isHidden(const QString& cell) {
    return cell == QStringLiteral("hidden") || cell == QStringLiteral("left out");
}
/// Returns a number that is printed with all digits of a float32.
inline double floatIn(const QString& text) { return static_cast<double>(static_cast<float>(numberIn(text))); }

/// A number computed from printed ones, and the error that their digits allow.
struct NumberRead {
    double value = NAN, tolerance = 0;
};

inline const QRegularExpression kSign(QStringLiteral(u" [=≈] "));

/// Returns the value of "√3 × 0.5" or "1 − 0.25". A sign or a blank needs parentheses.
inline double productIn(QString text) {
    const bool isInParentheses = text.startsWith(u'(') && text.endsWith(u')');
    if (isInParentheses) text = text.mid(1, text.size() - 2);
    if (isInParentheses != (text.startsWith(u'-') || text.contains(u' '))) return NAN;
    const QStringList difference = text.split(QStringLiteral(u" − "));
    if (difference.size() == 2) return numberIn(difference[0]) - numberIn(difference[1]);
    double product = 1;
    for (const QString& part : text.split(QStringLiteral(u" × ")))
        product *= part.startsWith(u'√') ? std::sqrt(numberIn(part.mid(1))) : numberIn(part);
    return product;
}

/// Returns the value of "(0.5 × 2) / √3 = 0.57735", without a fraction of "-0.5 × 2 = -1", without a
/// factor of "-0.5 = -0.5".
inline double quotientIn(const QString& equation) {
    const QString text = equation.split(kSign).front(), bar = QStringLiteral(" / ");
    if (text.contains(bar)) return productIn(text.section(bar, 0, 0)) / productIn(text.section(bar, 1));
    return text.contains(u' ') ? productIn(QStringLiteral("(%1)").arg(text)) : numberIn(text);
}

/// Returns the value of "sin(2 ÷ 1.5)".
inline NumberRead waveIn(const QString& text) {
    static const QRegularExpression form(QStringLiteral(u"^(sin|cos)\\((\\d+) ÷ ([^)]*)\\)"));
    const auto match = form.match(text);
    const double angle = match.captured(2).toDouble() / match.captured(3).toDouble();
    return {match.captured(1) == "sin" ? std::sin(angle) : std::cos(angle), 2 * FloatBounds::kU * angle};
}

/// A section of a page that explains a single number.
struct LessonText {
    Rule rule;
    QStringList lines; ///< the lines below its title, and the cells of its tables one by one, without empty ones

    LessonText(const LessonPen& pen, const std::shared_ptr<const Explanation>& e) : rule(e->rule) {
        lines = lessonHtml(pen, {e}).text().split(QRegularExpression(QStringLiteral("[\n\t]")));
        for (QString& line : lines) line = line.trimmed();
        for (const char* none : {"", "Largest first", "The chosen one, then the largest first"})
            lines.removeAll(QLatin1String(none));
        const auto title = lines.indexOf(QRegularExpression(QStringLiteral(u"^▾.*")));
        if (title < 0) throw std::runtime_error("no open section");
        lines.remove(0, title + 2);
    }

    bool isSum() const { return rule == Rule::Sum || rule == Rule::Products || rule == Rule::Rollout; }
    /// The cells of a row of a sum: "2", "0.5", "× 2", "= 1", and in a context the total; or "2", "1".
    struct Row {
        double a = 0, b = 1, value = 0, total = 0;
    };
    std::vector<Row> rows() const {
        std::vector<Row> found;
        for (auto i = firstRow(); i < lines.size() && !isEnd(lines[i]);) {
            Row row;
            if (i + 3 < lines.size() && lines[i + 2].startsWith(u'×')) {
                row = {floatIn(lines[i + 1]), floatIn(lines[i + 2]), numberIn(lines[i + 3]), 0};
                i += 4;
            } else {
                row.a = floatIn(lines[i + 1]);
                row.value = numberIn(lines[i + 1]);
                i += 2;
            }
            if (hasTotals()) row.total = numberIn(lines[i++]);
            found.push_back(row);
        }
        return found;
    }
    bool hasTotals() const { return lines.contains(QStringLiteral("total")); }
    /// Returns the number after the label, such as "bias", "sum" or "12 other terms"; NaN if there is none.
    double valueOf(const QString& label) const {
        const auto at = lines.lastIndexOf(QRegularExpression(QStringLiteral("^(\\d+ )?") + label + QLatin1Char('$')));
        return at < 0 || at + 1 >= lines.size() ? std::nan("") : numberIn(lines[at + 1]);
    }
    static bool isDifference(const QString& line) { return line.startsWith(QStringLiteral(u"s − largest = ")); }
    /// Returns the score, the maximum and their difference as printed; nothing if there is no such line.
    std::vector<double> difference() const {
        static const QRegularExpression number(QStringLiteral("-?[0-9.]+(e-?[0-9]+)?"));
        std::vector<double> all;
        for (const QString& line : lines)
            for (auto at = number.globalMatch(isDifference(line) ? line : QString()); at.hasNext();)
                all.push_back(at.next().captured().toDouble());
        return all;
    }

    /// A column of numbers and its sum. A row of weights has two: the exponentials or scores, and the weights.
    struct Column {
        std::vector<double> terms;
        double sum = 0;
        bool isRough = false;  ///< true if "≈" is before the sum
        bool hasPower = false; ///< true if the sum has an exponent
        void add(const QString& cell) { terms.push_back(isHidden(cell) ? 0 : numberIn(cell)); }
        void close(const QString& cell) {
            sum = numberIn(cell), isRough = cell.startsWith(u'≈'), hasPower = cell.contains(u'e');
        }
    };
    std::vector<Column> columns() const {
        const auto end = lines.lastIndexOf(QStringLiteral("sum"));
        if (isSum()) {
            Column one;
            for (const Row& row : rows()) one.terms.push_back(row.value);
            for (const char* label : {"other terms?", "bias"})
                if (const double more = valueOf(QLatin1String(label)); !std::isnan(more)) one.terms.push_back(more);
            one.close(lines.at(end + 1));
            return {one};
        }
        if (rule != Rule::Softmax && rule != Rule::Share) return {};
        std::vector<Column> both(2);
        const int width = rule == Rule::Softmax ? 4 : 3;
        for (auto i = lines.indexOf(QStringLiteral("key")) + width; i < end;) {
            i += isEnd(lines[i]) ? 3 : width; // the line of other terms has no score
            for (int k = 0; k < 2; ++k) both[std::size_t(k)].add(lines[i - 2 + k]);
        }
        for (int k = 0; k < 2; ++k) both[std::size_t(k)].close(lines[end + 1 + k]);
        return both;
    }

private:
    qsizetype firstRow() const {
        if (hasTotals()) return 4; // key, weight, value, total
        if (lines.value(0) == QLatin1String("key")) return 3;
        if (rule == Rule::Products && lines.value(1).startsWith(u'×')) return 2;
        return rule == Rule::Rollout ? 1 : 0; // its formula
    }
    static bool isEnd(const QString& line) {
        return QRegularExpression(QStringLiteral("^(bias|sum|fewer terms|\\d+ other terms?)$")).match(line).hasMatch();
    }
};

} // namespace headlight::testing
