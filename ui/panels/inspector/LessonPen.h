#pragma once

#include "engine/Explanation.h"
#include "engine/Walk.h"
#include "panels/inspector/address.h"
#include "style/Theme.h"
#include "words/wording.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace headlight {

/// How the Inspector writes.
struct LessonLook {
    const Theme* theme = &lightTheme();
    int decimals = 4; ///< 2 to 9; kAllDigits: as many as a float32 has
    /// Sections that a click has opened or closed, on the pages that first show them open, and on the others.
    std::set<std::pair<Stage, bool>> turned{};
    std::set<Stage> whole{};          ///< sections whose terms are all shown
    std::optional<Step> unfinished{}; ///< of a walk, where the step leaves the number that it makes unfinished
    /// Says where the matrix of an entry comes from; without it the page does not say.
    std::function<QString(const ParameterCell&)> originOf{};
};
inline constexpr int kAllDigits = -1;

QString lessonWords(const char* english);             ///< translated
std::string allDigits(double value);                  ///< of a float32; of what is beyond it, all of a double
QString asOperand(const QString& html, double value); ///< in parentheses if it is negative

/// Numbers, links and small tables as HTML that Qt can show.
struct LessonPen {
    const Session& session;
    const CellRef& selected;
    const LessonLook& look;
    std::optional<Operand> strongest{}; ///< the largest weight of the selected head
    std::optional<int> inPlace{};       ///< the head that stands in the place of all
    std::optional<int> chosenKey{};     ///< of which the steps back are told
    QString change{};                   ///< HTML: of the selected number, where states are compared
    bool isInColumn = false;            ///< what rounds to 0 is a muted 0, as in the maps; else it has an exponent
    std::span<const std::shared_ptr<const Explanation>> way{}; ///< all that the page explains

    LessonPen inColumn() const {
        LessonPen pen = *this;
        pen.isInColumn = true;
        return pen;
    }

    bool isFinished(const CellRef& of) const { return !look.unfinished || look.unfinished->stage != of.stage; }
    QString head(int head) const { return titleOfHead(inPlace.value_or(head)); }
    /// With the wanted decimals; `moreTip`: a line below what its tip says.
    QString number(double value, const QString& moreTip = {}) const;
    /// The same; with the usual ones as inFull() writes it. One that a mask hides is muted.
    QString result(const Explanation&) const;
    /// A link to where the number stands, if that is somewhere; rows of tokens in the colour of queries or keys, as the
    /// maps have them.
    QString linked(const Operand& operand, bool isMuted = false) const;
    /// A value that is made of several numbers: pointing at it lights them.
    QString madeOf(const std::vector<Address>& of, double value, bool isMuted = false) const;
    /// In quotes and in the colour of queries or keys; a long one is cut, and one of several equal ones has its number.
    QString token(Side side, int place) const;
    /// Shorter, for tables; the selected one stands out. Beside a number that is of no key alone, a link that selects
    /// it: "key:3".
    QString key(int place) const;
    QString muted(const QString& html) const;
    QString origin(const Operand& entry) const; ///< a line about its matrix; empty if it is no entry
    /// "≈ " if these numbers as printed do not add up to the sum as printed.
    QString roughly(const std::vector<double>& values, double sum) const;
    /// "= ", or "≈ " if the value as printed, as number() or result() writes it, is not what comes of numbers as
    /// printed (see printed()).
    QString equals(double ofPrinted, double value, bool isResult = false) const;
    double printed(double value) const; ///< the value of its digits; what is not finite stays

    /// A page begins with it: what is the same for many links and cells, which Qt reads once.
    QString sheet() const;
    /// A row of cells; numbers stand at the right, and the first cell takes the room of empty ones behind it. `of`:
    /// attributes of the row; `kind`: one more class of all cells, with a space before it.
    static QString row(const std::vector<QString>& cells, const QString& of = {}, const QString& kind = {});
    static QString table(const QString& rows, bool isWide = false); ///< a wide one has smaller digits
    static QString para(const QString& html);
    static QString apart(const QString& html);                ///< with room above, also behind a table
    static QString sumRow(const std::vector<QString>& cells); ///< with a line above
    QString fraction(const QString& above, const QString& below, const QString& behind) const;
    QString bar(double share, bool isSelected) const; ///< 0 to 1

private:
    QString written(double value) const;
    QString writtenResult(float value) const;
    QString toned(const QString& text, double value) const;
    QString shortToken(Side side, int place, int most) const;
    QColor colourOf(const Operand& operand, double value) const;
};

} // namespace headlight
