#pragma once

#include "document/ViewState.h"
#include "document/largestDifference.h"

#include <QObject>
#include <QPointer>

namespace headlight {

struct Operation;

/// What the tool tip of an operation's button adds, and its form says below the choice: by how much the weights of the
/// shown layer differ from those with the operation's other mode. Computed when it is wanted, for as long as the
/// session and the layer are the same.
class ModeTip : public QObject {
    Q_OBJECT

public:
    /// `operation` has a comparedWith.
    ModeTip(const Operation& operation, QWidget& button, QObject* parent);

    void present(const ViewState& state);
    void want();
    const Operation& operation() const { return operation_; }
    const QString& text() const { return text_; } ///< empty: nobody has asked, or there is nothing to compare

signals:
    void changed(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take(const Result<WeightsDifference>& difference);
    void show(const QString& more);

    const Operation& operation_;
    QWidget& button_;
    DifferenceAsker asker_;
    Session session_;
    int layer_ = -1;
    bool isAsked_ = false;
    QString text_;
};

} // namespace headlight
