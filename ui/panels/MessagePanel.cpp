#include "panels/MessagePanel.h"

#include "controls/buttons.h"
#include "document/Workbench.h"
#include "style/layouts.h"
#include "style/styleSheet.h"
#include "style/wrappedLabel.h"
#include "words/parameterWords.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace headlight {

MessagePanel::MessagePanel(Workbench& bench, QWidget* parent)
    : Panel(bench, parent, "status") { // it covers the status line, which has that look
    setAccessibleName(tr("Message"));
    auto* column = laidOut<QVBoxLayout>(this, {14, 1, 14, 1});
    card_ = new QFrame(this);
    card_->setObjectName("message");
    column->addWidget(card_);
    text_ = wrappedLabel({});
    text_->setAccessibleDescription(tr("Message")); // its accessible name is its text
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    notice_ = wrappedLabel({}, "notice");
    notice_->setAccessibleDescription(tr("Notice beside the message"));
    notice_->hide();
    for (QLabel* label : {text_, notice_}) label->setTextFormat(Qt::RichText);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(text_);
    words->addWidget(notice_);
    QPushButton* dismiss = textButton(tr("Dismiss"), tr("Dismiss"), {});
    dismiss->setObjectName("link");
    connect(dismiss, &QPushButton::clicked, this, [this] {
        workbench().messages().report({});
        workbench().messages().tell({});
    });
    auto* row = laidOut<QHBoxLayout>(card_, {14, 1, 8, 1});
    row->addLayout(words, 1);
    row->addWidget(dismiss, 0, Qt::AlignVCenter);
    hide();
}

void MessagePanel::present(const ViewState& state) {
    if (state.isDragging) return; // it is presented again when the drag ends
    static constexpr std::array kKinds{"failure", "caution", "failure"};
    const QString kind = QLatin1String(state.problem.isEmpty() ? "notice"
                                                               : kKinds[static_cast<std::size_t>(state.problemKind)]);
    for (QWidget* one : {static_cast<QWidget*>(card_), static_cast<QWidget*>(text_)}) setLook(*one, "kind", kind);
    const bool isNeeded = !state.problem.isEmpty() || state.isPresenting; // else the status line has the notice
    showText(*notice_, isNeeded ? symbolsHtml(state.notice) : QString());
    showText(*text_, symbolsHtml(state.problem));
    setLook(*this, "isAtTop", state.isPresenting); // over no map
    layout()->setContentsMargins(14, state.isPresenting ? 6 : 1, 14, 1);
    setVisible(!state.problem.isEmpty() || !notice_->text().isEmpty());
}

} // namespace headlight
