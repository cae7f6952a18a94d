#pragma once

#include <QTextCursor>

namespace headlight {

/// Returns a selection as text: a line for each row of a table, with tabs between its cells, and one for each equation:
/// "(0.5 − 0.1) / √3 = 0.2309", "e^(s−max)", "d_k". A fraction that is selected in part is copied as a whole.
QString copiedText(const QTextCursor& selection);

} // namespace headlight
