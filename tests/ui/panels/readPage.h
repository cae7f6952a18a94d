#pragma once
// Reads the plain text of the inspector's page, and does each calculation in it again.

#include "support/printedMath.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace headlight::testing {

/// A section: its title, the value beside it, and the lines below.
struct PageSection {
    QString title, value;
    QStringList lines;
    QStringList results{}; ///< the sums of its tables, column by column, or the number that it copies
};

class PageReader {
public:
    PageReader(const QString& page, int decimals) : decimals_(decimals) {
        for (const QString& line : page.split(u'\n')) {
            if (line.startsWith(u'▾') || line.startsWith(u'▸'))
                sections_.push_back({line.section(u'\t', 0, 0).mid(2), line.section(u'\t', 1).trimmed(), {}});
            else if (sections_.empty())
                top << line;
            else
                sections_.back().lines << line;
        }
    }
    QStringList top; ///< the lines above the first section
    const std::vector<PageSection>& sections() const { return sections_; }
    int relations() const { return relations_; } ///< number of relations that were checked

    /// Returns nothing, or the first line that is false or cannot be read.
    QString wrong() {
        for (PageSection& section : sections_) {
            section_ = &section;
            max_ = {};
            for (qsizetype i = 0; i < section.lines.size();) {
                QStringList table;
                while (i < section.lines.size() && section.lines[i].contains(u'\t')) table << section.lines[i++];
                const QString line = table.isEmpty() ? section.lines[i++] : table.join(u'\n');
                QString why;
                try {
                    why = table.isEmpty() ? wrongLine(line) : wrongTable(table);
                } catch (const std::exception& problem) {
                    why = QString::fromUtf8(problem.what());
                }
                if (!why.isEmpty()) return QStringLiteral("%1: %2\n%3").arg(section.title, why, line);
            }
        }
        return {};
    }

private:
    using Row = std::vector<QString>;
    Meant math(const QString& text) const { return PrintedMath(text, decimals_)(); }
    QString wrongSign(const Meant& made, QChar sign, const QString& said) {
        ++relations_;
        return wrongRelation(made, sign, said, decimals_);
    }
    static QString bare(const QString& cell) {
        return cell.startsWith(u'×') || cell.startsWith(u'=') || cell.startsWith(u'≈') ? cell.mid(2) : cell;
    }
    static bool isNumber(const QString& cell) {
        static const QRegularExpression form(QStringLiteral(u"^(?:[×=≈] )?") + kNumber + QLatin1Char('$'));
        return form.match(cell).hasMatch();
    }
    /// Checks a printed number that has no sign before it.
    QString wrongNumber(const Meant& made, const QString& said) {
        ++relations_;
        const Meant meant = meantBy(said, decimals_);
        const bool isRight = (made.low <= meant.high && meant.low <= made.high) || made.holds(meant.value);
        return isRight ? QString() : QStringLiteral("%1 is not %2").arg(made.value).arg(said);
    }

    /// "largest = 5.9 (t1)", "s − largest = 1 − 2 = -1", "(0.5 × 2) / √3 = 0.5774 kept", "Scaled score of head 1: 0.5".
    QString wrongLine(const QString& line) {
        static const QRegularExpression max(QStringLiteral("^e to the .*, largest = (") + kNumber +
                                            QStringLiteral(")( \\(.*\\))?$")),
            copy(QStringLiteral(": (") + kNumber + QStringLiteral(")$")), sign(QStringLiteral(u" ([=≈]) "));
        if (const auto found = max.match(line); found.hasMatch()) {
            max_ = found.captured(1);
            return {};
        }
        if (const auto found = copy.match(line); found.hasMatch()) {
            const QString copied = found.captured(1), value = section_->value;
            section_->results << copied;
            return value.isEmpty() ? QString() : wrongNumber(meantBy(value, decimals_), copied);
        }
        if (!line.contains(u'=') && !line.contains(u'≈')) return {};
        QString left = line.startsWith(QStringLiteral(u"s − largest = ")) ? line.mid(14) : line;
        if (left.endsWith(QLatin1String(" kept"))) left = left.chopped(5).trimmed();
        for (auto found = sign.match(left); found.hasMatch(); found = sign.match(left)) {
            const QString rest = left.mid(found.capturedEnd()), said = rest.section(sign, 0, 0);
            if (const QString why = wrongSign(math(left.left(found.capturedStart())), found.captured(1)[0], said);
                !why.isEmpty())
                return why;
            left = rest;
        }
        return isNumber(left) ? QString() : QStringLiteral("cannot be read");
    }

    QString wrongTable(const QStringList& lines) {
        std::vector<Row> rows;
        for (const QString& line : lines) {
            rows.emplace_back();
            for (const QString& cell : line.split(u'\t')) rows.back().push_back(cell.trimmed());
        }
        const Row first = rows.front();
        const bool hasHead = std::none_of(first.begin() + 1, first.end(), isNumber);
        if (hasHead) rows.erase(rows.begin());
        const Row head = hasHead ? first : Row(first.size());
        const bool hasSum = !rows.empty() && (rows.back()[0].startsWith(QLatin1String("sum")) ||
                                              rows.back()[0].startsWith(QLatin1String("mean")));
        const Row sum = hasSum ? rows.back() : Row();
        if (hasSum) rows.pop_back();
        for (const QString& cell : sum)
            if (isNumber(cell)) section_->results << bare(cell);
        Meant total{0, 0, 0};
        for (const Row& row : rows)
            if (const QString why = wrongRow(head, row, total); !why.isEmpty()) return row[0] + u' ' + why;
        if (hasSum && sum[0].startsWith(QLatin1String("mean"))) return wrongNorm(rows, sum);
        if (const QString why = hasSum ? wrongSums(head, rows, sum) : QString(); !why.isEmpty()) return why;
        return std::ranges::count(head, QStringLiteral("weight")) > 0 ? wrongWeights(head, rows, sum) : QString();
    }

    /// Checks a row of cells, "0.5", "× 2", "≈ 1", and after them the total.
    QString wrongRow(const Row& head, const Row& row, Meant& total) {
        QString product;
        for (std::size_t i = 1; i < row.size(); ++i) {
            const QString& cell = row[i];
            const bool isSaid = cell.startsWith(u'=') || cell.startsWith(u'≈');
            if (i < head.size() && head[i] == QLatin1String("total")) {
                const Meant made = total + meantBy(bare(row[i - 1]), decimals_);
                total = meantBy(bare(cell), decimals_);
                if (const QString why = wrongSign(made, isSaid ? cell[0] : u'=', bare(cell)); !why.isEmpty())
                    return why;
            } else if (isSaid) {
                // A hidden or dropped term adds nothing, whatever its value is.
                if (!product.contains(u'×')) return QStringLiteral("a sign behind nothing");
                if (isDropped(row[1], bare(cell))) continue;
                if (const QString why = wrongSign(math(product), cell[0], bare(cell)); !why.isEmpty()) return why;
            } else {
                product = cell.startsWith(u'×') ? product + u' ' + QString(cell).replace(u'×', QStringLiteral("× "))
                                                : cell;
            }
        }
        return {};
    }
    bool isDropped(const QString& weight, const QString& added) const {
        return section_->title.startsWith(QLatin1String("Context")) && meantBy(added, decimals_).value == 0 &&
               (weight == QLatin1String("NaN") || meantBy(weight, decimals_).value == 0);
    }

    /// Checks each column that has a sum. "sum ≈" may belong to any column.
    QString wrongSums(const Row& head, const std::vector<Row>& rows, const Row& sum) {
        bool isAnyRough = false;
        const bool isOfAll = sum[0].contains(u'≈');
        for (std::size_t i = 1; i < sum.size(); ++i) {
            if (!isNumber(sum[i]) || (i < head.size() && head[i] == QLatin1String("total"))) continue;
            Meant made{0, 0, 0};
            for (const Row& row : rows)
                if (i < row.size() && isNumber(row[i])) {
                    made = made + meantBy(bare(row[i]), decimals_);
                    isAnyRough = isAnyRough || row[i].contains(u'e'); // it has more decimals than the sum
                }
            const QString said = bare(sum[i]);
            const bool isEqual = wrongRelation(made, u'=', said, decimals_).isEmpty();
            const QChar sign = sum[i].startsWith(u'≈') || (isOfAll && !isEqual) ? u'≈' : u'=';
            isAnyRough = isAnyRough || sign == u'≈' || said.contains(u'e');
            if (const QString why = wrongSign(made, sign, said); !why.isEmpty()) return QStringLiteral("sum: ") + why;
        }
        return isOfAll && !isAnyRough ? QStringLiteral("≈ before sums that are exact") : QString();
    }

    /// Checks the columns x and its squared distance from the mean, and below them the mean and the variance.
    QString wrongNorm(const std::vector<Row>& rows, const Row& sum) {
        const auto folded = [](const Row& row) {
            return row[0].endsWith("other terms") ? row[0].section(' ', 0, 0) : "";
        };
        auto n = static_cast<double>(rows.size());
        for (const Row& row : rows)
            if (!folded(row).isEmpty()) n += folded(row).toDouble() - 1;
        const Meant count{n, n, n}, mean = meantBy(sum[1], decimals_);
        Meant ofX{0, 0, 0}, ofSquares = ofX;
        for (const Row& row : rows) {
            const Meant x = math(row[1]), off = x - mean;
            const double high = std::fmax(off.low * off.low, off.high * off.high);
            const double low = off.low < 0 && off.high > 0 ? 0 : std::fmin(off.low * off.low, off.high * off.high);
            if (const QString why = wrongNumber({off.value * off.value, low, high}, row[2]);
                !why.isEmpty() && folded(row).isEmpty())
                return why;
            ofX = ofX + x;
            ofSquares = ofSquares + meantBy(row[2], decimals_);
        }
        const QString why = wrongNumber(ofX / count, sum[1]);
        return why.isEmpty() ? wrongNumber(ofSquares / count, sum[2]) : why;
    }

    /// Checks the columns key, score, exponential (with softmax) and weight. A row without a sum must say why.
    QString wrongWeights(const Row& head, const std::vector<Row>& rows, const Row& sum) {
        static const QRegularExpression note(QStringLiteral("^.*(has no weights|all (?:weights|shares) are 0)\\.$"));
        if (sum.empty()) {
            const bool isSaid = section_->lines.indexOf(note) >= 0;
            return isSaid ? QString() : QStringLiteral("nothing says why there are no weights");
        }
        const bool isSoftmax = head[2].startsWith(QLatin1String("e^"));
        const std::size_t last = isSoftmax ? 3 : 2;
        for (const Row& row : rows) {
            const bool isHidden = row[1] == QLatin1String("hidden") || row[1] == QLatin1String("left out");
            const Meant value = isHidden ? Meant{0, 0, 0} : meantBy(row[last - 1], decimals_);
            if (row[1].isEmpty() || row[1].endsWith(QLatin1String("terms"))) continue;
            const QString why = isSoftmax && !isHidden
                                    ? wrongNumber(math(QStringLiteral(u"e^(%1 − (%2))").arg(row[1], max_)), row[2])
                                    : QString();
            if (!why.isEmpty()) return row[0] + u' ' + why;
            if (const QString no = wrongNumber(value / meantBy(bare(sum[last - 1]), decimals_), row[last]);
                !no.isEmpty())
                return row[0] + u' ' + no;
        }
        return {};
    }

    int decimals_, relations_ = 0;
    std::vector<PageSection> sections_;
    PageSection* section_ = nullptr;
    QString max_;
};

} // namespace headlight::testing
