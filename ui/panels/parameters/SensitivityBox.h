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

/// What moves the selected score or weight, and how much: the scale of the tables' tints, and the largest in words.
/// Always as high, so that no number that is dragged moves what stands around it.
class SensitivityBox : public QFrame {
    Q_OBJECT

public:
    explicit SensitivityBox(QWidget* parent = nullptr);

    QAction* action() const { return action_; } ///< turns it on and off
    Request request(const ViewState&) const;
    void present(const ViewState&, const std::shared_ptr<const Response>&);
    /// Of a table that shows that parameter, as columns if `turned`; nothing while it is off.
    std::optional<CellTints> tints(const ParameterRef&, const Session&, bool turned);
    void forgetWords() { theme_ = nullptr; }

signals:
    void wanted(const headlight::Mover&); ///< a link to it was followed

private:
    void say(const Session&);
    void showScale();

    QAction* action_;
    QLabel* words_;
    QFrame* scale_;
    QLabel *low_, *high_, *name_;  ///< in the scale: its ends, and what moves
    const Theme* theme_ = nullptr; ///< of the words; null: they are to be written anew
    CellRef cell_;                 ///< whose sensitivity it is
    QString what_;                 ///< its name
    std::shared_ptr<const Sensitivity> shown_;
    std::vector<Mover> largest_;
    double most_ = 0; ///< of the tints
    std::shared_ptr<const Response> answer_;
    struct Made {
        ParameterRef ref;
        bool turned;
        FrozenMatrix numbers;
    };
    std::vector<Made> made_; ///< of it, for tables
};

} // namespace headlight
