#pragma once

#include "panels/parameters/movers.h"
#include "table/MatrixTableModel.h"

#include <QFrame>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QLabel;

namespace headlight {

struct Request;
struct Response;
struct Theme;
struct ViewState;

/// The sensitivity of the selected score or weight: the scale of the tables' tints, and the largest slopes in words.
/// Its height is fixed, so that dragging a number does not move the widgets around it.
class SensitivityBox : public QFrame {
    Q_OBJECT

public:
    explicit SensitivityBox(QWidget* parent = nullptr);

    QAction* action() const { return action_; } ///< turns it on and off
    Request request(const ViewState&) const;
    void present(const ViewState&, const std::shared_ptr<const Response>&);
    /// Returns the tints of a table that shows that parameter, as columns if `isTransposed`; nullopt while it is off.
    std::optional<CellTints> tints(const ParameterRef&, const Session&, bool isTransposed);
    void forgetWords() { theme_ = nullptr; }

signals:
    void wanted(const headlight::Mover&); ///< a link to that entry was followed

private:
    void say(const Session&);
    void showScale();

    QAction* action_;
    QLabel* words_;
    QFrame* scale_;
    QLabel *low_, *high_, *name_;  ///< in the scale: its ends, and the number that moves
    const Theme* theme_ = nullptr; ///< the theme of words_; null: words_ is out of date
    CellRef cell_;                 ///< the number whose sensitivity is shown
    QString what_;                 ///< the name of that number
    std::shared_ptr<const Sensitivity> shown_;
    std::vector<Mover> largest_;
    double max_ = 0; ///< the end of the scale
    std::shared_ptr<const Response> answer_;
    struct Made {
        ParameterRef ref;
        bool isTransposed;
        FrozenMatrix numbers;
    };
    std::vector<Made> made_; ///< by tints(), so that the same numbers are at the same address
};

} // namespace headlight
