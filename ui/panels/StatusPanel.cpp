#include "panels/StatusPanel.h"

#include "base/numberText.h"
#include "controls/ElidedLabel.h"
#include "document/ViewState.h"
#include "words/wording.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocumentFragment>

namespace headlight {
namespace {

QLabel* label(QHBoxLayout& row, const QString& name, const QString& tip) {
    auto* made = new ElidedLabel;
    made->setAccessibleName(name);
    made->setToolTip(tip);
    made->setProperty("role", "caption");
    row.addWidget(made);
    return made;
}

/// Labels repaint only when their text changes, so presenting the same state twice costs nothing.
void showText(QLabel* label, const QString& text) {
    if (label->text() == text) return;
    label->setText(text);
    label->setAccessibleDescription(QTextDocumentFragment::fromHtml(text).toPlainText()); // the name says what it is
}

QString sizesText(const ViewState& state) {
    const Sizes s = sizesOf(state.session, state.view.layer);
    QStringList parts{counted(QT_TRANSLATE_N_NOOP("Counts", "%n token(s)"), static_cast<int>(s.tokens))};
    if (state.session.source) parts << StatusPanel::tr("keys: %1").arg(s.keyTokens);
    parts << QStringLiteral("d %1").arg(s.d)
          << counted(QT_TRANSLATE_N_NOOP("Counts", "%n head(s)"), static_cast<int>(s.heads))
          << QStringLiteral("d_k %1").arg(s.dk) << QStringLiteral("d_v %1").arg(s.dv);
    if (const auto layers = state.session.layers.size(); layers > 1)
        parts << StatusPanel::tr("layer %1 of %2").arg(state.view.layer + 1).arg(layers);
    return parts.join(QStringLiteral(" · "));
}

QString whatComputes() { return StatusPanel::tr("What computes: processor, instruction set, threads"); }

QString savedText(const ViewState& state) {
    if (state.modified) return StatusPanel::tr("Not saved");
    return state.filePath.isEmpty() ? StatusPanel::tr("No changes") : StatusPanel::tr("Saved");
}

QString millisecondsText(double ms) {
    const int decimals = ms < 10 ? 1 : 0;
    return QString::fromStdString(fixedPoint(ms, decimals)) + QStringLiteral(" ms");
}

} // namespace

StatusPanel::StatusPanel(Workbench& bench, QWidget* parent) : Panel(bench, parent) {
    setProperty("role", "status");
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 4, 14, 5);
    row->setSpacing(26);
    backend_ = label(*row, tr("Backend"), whatComputes());
    sizes_ = label(*row, tr("Sizes"), tr("Tokens, size of an embedding, heads, sizes of a key and of a value"));
    time_ = label(*row, tr("Edit to pixels"), tr("Measured from the last edit to the maps on the screen"));
    row->addStretch(1);
    notice_ = label(*row, tr("Notice"), {});
    saved_ = label(*row, tr("Saved"), tr("Whether the file holds what the window shows"));
}

void StatusPanel::present(const ViewState& state) {
    showText(backend_, QStringLiteral("<span style='color:%1'>●</span> %2")
                           .arg(state.theme->positive.name(), state.backend.toHtmlEscaped()));
    const QString help = (QStringList{whatComputes()} + state.backendRemarks).join(QLatin1Char('\n'));
    if (backend_->toolTip() != help) backend_->setToolTip(help);
    showText(sizes_, sizesText(state));
    presentTime(state);
    showText(notice_, state.notice.isEmpty() ? QString()
                                             : QStringLiteral("<span style='color:%1'>%2</span>")
                                                   .arg(state.theme->positive.name(), state.notice.toHtmlEscaped()));
    showText(saved_, savedText(state));
}

void StatusPanel::presentTime(const ViewState& state) {
    showText(time_, state.editToPixelsMs < 0
                        ? QString()
                        : tr("edit → pixels <b style='color:%1'>%2</b>")
                              .arg(state.theme->positive.name(), millisecondsText(state.editToPixelsMs)));
}

} // namespace headlight
