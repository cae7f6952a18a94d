#pragma once

#include "document/origins.h"
#include "panels/parameters/MatrixEdits.h"
#include "panels/parameters/shownMatrix.h"
#include "table/MatrixView.h"

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// One matrix of the session as a table. It sends the user's edits to the Workbench.
class ParametersTable : public MatrixView {
    Q_OBJECT

public:
    explicit ParametersTable(Workbench& workbench, QWidget* parent = nullptr);

    /// Shows that matrix of the state, with its labels, brackets and marks of changes.
    void show(const ViewState&, const ParameterRef& ref);
    const Origin& origin() const { return origin_; } ///< of the numbers that are shown

    /// Returns the row and column of a number; nullopt if it is not of this matrix.
    std::optional<std::pair<int, int>> placeOf(const Address& number, const Session&) const;
    void showLight(const ViewState&); ///< frames the numbers that are lit, see ViewState::lit

    void forget() { labelled_.reset(); } ///< its labels are out of date

    EditedMatrix whole() const; ///< the matrix, without a corner
    /// Adds what can be done with these numbers, as they are when the menu is opened.
    void fillMenu(QMenu& menu, const EditedMatrix& of);

signals:
    void drawWanted(const ParameterRef&); ///< from a seed that a dialog asks for

protected:
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    /// The facts that the labels depend on.
    struct Labelled {
        ParameterRef ref;
        bool isTransposed;
        int rows, columns, heads;
        Frozen<Tokens> tokens, keyTokens;
        friend bool operator==(const Labelled&, const Labelled&) = default;
    };
    void showNumbers(const ViewState&, const ParameterRef& ref);
    EditedMatrix edited(const std::optional<CellBlock>& block = {}) const; ///< nullopt: the selected block
    void lightCell(const QModelIndex& cell);

    Workbench& workbench_;
    MatrixEdits edits_;
    ParameterRef ref_;
    WholeMatrix whole_;
    RowSource given_;
    RowSource shown_; ///< given_, maybe as columns
    std::optional<Labelled> labelled_;
    QStringList down_, across_; ///< the labels, as on the screen
    Origins origins_;
    Origin origin_;
    bool isTransposed_ = false;
    Session beforeScrub_;
    QString scrubLabel_;
    int gesture_ = 0;
};

} // namespace headlight
