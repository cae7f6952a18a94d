#pragma once

#include <QTextCursor>

#include <vector>

namespace headlight {

/// A part of the page: HTML that Qt can show, and its paragraphs and cells in their order, of which text is made. Each
/// row of a table has all of its columns, since Qt would add cells.
struct Written {
    struct Cell {
        QString before; ///< a line break; in a row a tab for each column since the last cell, so that columns stay
        QString html;   ///< words with tags within a line; a subscript becomes "d_k", a superscript "e^(s−largest)"
        QString line = {}; ///< of a cell of a fraction: the text of the whole equation, "0.4 / √3 = 0.2309"
    };
    QString html;
    std::vector<Cell> cells;

    /// Returns the text of a cell, without the marks that isolate tokens. Numbers have hyphens for other programs.
    static QString plain(QString html);

    Written& operator+=(const Written& next);
    friend Written operator+(Written one, const Written& next) {
        one += next;
        return one; // moved
    }
    QString text() const;
    /// Returns a selection in the document of this HTML as text. A fraction that is selected in part is copied as a
    /// whole, unless the selection is within one of its cells.
    QString text(const QTextCursor& selection) const;
};

} // namespace headlight
