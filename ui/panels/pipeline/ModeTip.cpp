#include "panels/pipeline/ModeTip.h"

#include "panels/pipeline/operations.h"
#include "words/conventions.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QCursor>
#include <QEvent>
#include <QToolTip>
#include <QWidget>

#include <cmath>
#include <utility>

namespace headlight {
namespace {

QString tokenAt(const Text& text, int token) {
    return QStringLiteral(u"\u2068%1\u2069").arg(shownToken(text.tokens->texts.at(static_cast<std::size_t>(token))));
}

} // namespace

ModeTip::ModeTip(const Operation& operation, QWidget& button, QObject* parent)
    : QObject(parent), operation_(operation), button_(button), asker_(this) {
    button_.installEventFilter(this);
    connect(&asker_, &DifferenceAsker::answered, this, &ModeTip::take);
}

void ModeTip::present(const ViewState& state) {
    if (layer_ == state.view.layer && session_ == state.session) return;
    session_ = state.session;
    layer_ = state.view.layer;
    if (!std::exchange(isAsked_, false)) return;
    asker_.drop();
    show({});
}

bool ModeTip::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::ToolTip) want();
    return false;
}

void ModeTip::want() {
    const auto other = operation_.comparedWith(session_, layer_);
    if (isAsked_ || !other) return;
    isAsked_ = true;
    show(tr("Before or after the softmax: comparing\u2026"));
    asker_.ask(session_, *other, layer_);
}

void ModeTip::take(const Result<WeightsDifference>& difference) {
    if (!isAsked_) return;
    asker_.drop();
    if (!difference) return show(QString::fromStdString(difference.text()));
    const auto [most, head, query, key, hasNaN] = *difference;
    const QString beside = hasNaN ? tr("; rows that are NaN before or after are left out") : QString();
    if (std::isnan(most))
        return show(tr("Before or after the softmax: no weight is a number in both, so nothing can be compared") +
                    beside);
    if (most == 0) return show(tr("Masking before or after the softmax gives the same weights") + beside);
    show(tr("Before or after the softmax: weights differ by at most %1 (%2, %3 \u2192 %4)")
             .arg(QString::number(static_cast<double>(most), 'g', 3), titleOfHead(head), tokenAt(session_.text, query),
                  tokenAt(keyText(session_), key)) +
         beside);
}

/// In the tip that is open, too.
void ModeTip::show(const QString& more) {
    text_ = more;
    button_.setToolTip(more.isEmpty() ? operation_.shownTip() : operation_.shownTip() + QLatin1Char('\n') + more);
    emit changed(text_);
    if (QToolTip::isVisible() && button_.underMouse())
        QToolTip::showText(QCursor::pos(), plainTip(button_.toolTip()), &button_);
}

} // namespace headlight
