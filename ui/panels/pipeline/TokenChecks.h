#pragma once

#include "document/ViewState.h"

#include <QListWidget>

#include <utility>
#include <vector>

namespace headlight {

/// A list of tokens with a box each. Equal tokens are told apart by their positions.
class TokenChecks : public QListWidget {
    Q_OBJECT

public:
    explicit TokenChecks(QWidget* parent = nullptr);
    void present(const Frozen<Tokens>& tokens, std::vector<int> on); ///< `on`: the checked places, ascending

signals:
    void switched(int place, bool isOn); ///< by the user

private:
    Qt::CheckState stateOf(int place) const;

    std::pair<Frozen<Tokens>, bool> named_; ///< true: positions count from 0
    std::vector<int> on_;
};

} // namespace headlight
