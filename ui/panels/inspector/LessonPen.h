#pragma once

#include "attention/program.h"
#include "engine/Explanation.h"
#include "engine/Walk.h"
#include "panels/inspector/Written.h"
#include "panels/inspector/address.h"
#include "style/Theme.h"
#include "words/numberWords.h"
#include "words/wording.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace headlight {

/// The look of the Inspector's page.
struct LessonLook {
    const Theme* theme = &lightTheme();
    int decimals = 4; ///< may be kAllDigits
    /// {section, true if the page shows it open at first}: the sections that a click has opened or closed.
    std::set<std::pair<Stage, bool>> toggled{};
    std::set<Stage> whole{};          ///< sections whose terms are all shown
    std::optional<Step> unfinished{}; ///< a step of a walk whose number is not finished
    /// Returns where the matrix of an entry comes from; if null, the page does not say so.
    std::function<QString(const ParameterCell&)> originOf{};
};

QString lessonWords(const char* english);             ///< returns the translation
QString asOperand(const QString& html, double value); ///< in parentheses if it is negative

/// Writes numbers, links and small tables as HTML that Qt can show.
struct LessonPen {
    const Session& session;
    const CellRef& selected;
    const LessonLook& look;
    std::optional<Operand> strongest{}; ///< the largest weight of the selected head
    std::optional<int> inPlace{};       ///< the head that replaces all heads
    std::optional<int> chosenKey{};     ///< the key of the steps back
    QString change{};                   ///< HTML: the selected number's change, if states are compared
    Side tokens = Side::Tokens;         ///< whose numbers the section explains: those of queries or of keys
    std::span<const std::shared_ptr<const Explanation>> way{}; ///< all that the page explains

    Op opOf(const CellRef& cell) const { return *programOf(session, cell.layer).find(cell.stage); }
    bool isFinished(const CellRef& of) const { return !look.unfinished || look.unfinished->stage != of.stage; }
    QString head(int head) const { return titleOfHead(inPlace.value_or(head)); }
    /// Returns a number with the chosen decimals; `moreTip`: another line of its tip.
    QString number(double value, const QString& moreTip = {}) const;
    QString result(const Explanation&) const; ///< muted if a mask hides it
    /// Returns a number as a link to its place, if it has one; entries of x, q, k and v have the colour of
    /// queries or keys.
    QString linked(const Operand& operand, bool isMuted = false) const;
    /// Returns a value that is made of several numbers: pointing at it lights them.
    QString madeOf(const std::vector<Address>& of, double value, bool isMuted = false) const;
    /// Returns a token in quotes and in the colour of queries or keys; a long one is cut, equal ones have numbers.
    QString token(Side side, int place) const;
    /// Returns a key's token for tables, shorter, and still shorter in wide ones; the selected one is bold. If the
    /// page's number is of no single key, it is a link that selects the key: "key:3".
    QString key(int place, bool isInWide = false) const;
    QString muted(const QString& html) const;
    Written origin(const Operand& entry) const; ///< returns a line about the origin of its matrix; empty: unknown
    /// Returns "≈ " if these numbers as printed do not add up to the sum as printed.
    QString roughly(const std::vector<double>& values, double sum) const;
    /// Returns "= ", or "≈ " if the value as printed differs from `ofPrinted`, which is computed of numbers as printed
    /// (see printed()).
    QString equals(double ofPrinted, double value) const;
    QString written(double value) const; ///< the digits of number(), as a computer reads them: "-0.5"
    double printed(double value) const;  ///< the value of its printed digits, if it is finite

    /// Returns the style sheet with which a page begins, so that Qt reads the styles of links and cells once.
    QString sheet() const;
    /// Returns a row of cells; numbers are right-aligned, and the first cell also spans empty ones after it. `of`:
    /// attributes of the row; `kind`: one more class of all cells, with a space before it.
    static Written row(const std::vector<QString>& cells, const QString& of = {}, const QString& kind = {});
    static Written table(const Written& rows, int wide = 0); ///< `wide`: px of the smaller digits of a wide one
    /// Returns the two lines at the top; `margins`: of the second one, in CSS.
    static Written question(const QString& html, const QString& place, const char* margins);
    static Written para(const QString& html);
    static Written apart(const QString& html);                ///< with a gap above, also after a table
    static Written sumRow(const std::vector<QString>& cells); ///< with a line above
    /// `line`: the whole equation as text.
    Written fraction(const QString& above, const QString& below, const QString& behind, const QString& line) const;
    QString bar(double share, bool isSelected) const; ///< `share`: 0 to 1

private:
    QString toned(double value) const;
    QString shortToken(Side side, int place, int maxLength) const;
    QColor colourOf(const Operand& operand, double value) const;
};

} // namespace headlight
