#pragma once

#include "engine/Explanation.h"
#include "panels/inspector/address.h"
#include "style/Theme.h"

#include <QString>

#include <set>

namespace headlight {

/// How the Inspector writes.
struct LessonLook {
    const Theme* theme = &lightTheme();
    int decimals = 4;         ///< 2 to 9; kAllDigits: as many as a float32 has
    std::set<Stage> turned{}; ///< sections that a click has opened or closed
    std::set<Stage> whole{};  ///< sections whose terms are all shown
};
inline constexpr int kAllDigits = -1;

QString lessonWords(const char* english); ///< translated

/// Numbers, links and small tables as HTML that Qt can show.
struct LessonPen {
    const Session& session;
    const CellRef& selected;
    const LessonLook& look;

    QString number(double value) const; ///< with the wanted decimals
    QString result(float value) const;  ///< the same; with the usual ones as inFull() writes it
    /// A link to where the number stands; rows of tokens in the colour of queries or keys, as the maps have them.
    QString linked(const Operand& operand) const;
    /// A value that is made of both: pointing at it lights them.
    QString madeOf(const Term& term, double value) const;
    QString plainToken(Side side, int place) const; ///< a long one is cut
    QString token(Side side, int place) const;      ///< in the colour of queries or keys
    QString muted(const QString& html) const;
    /// "=", or "≈" if what is printed does not add up to what is printed.
    QString equals(const std::vector<double>& values, double sum) const;

    /// A row of cells; numbers stand at the right. `style`: of all cells.
    static QString row(const std::vector<QString>& cells, const QString& style = {}, const QString& of = {});
    static QString table(const QString& rows);
    QString sumRow(const std::vector<QString>& cells) const; ///< with a line above
    QString fraction(const QString& above, const QString& below, const QString& behind) const;
    QString bar(double share, bool isSelected) const; ///< 0 to 1

private:
    QString link(const std::vector<Address>& to, const QString& text, const QColor& colour) const;
    QColor colourOf(const Operand& operand) const;
};

} // namespace headlight
