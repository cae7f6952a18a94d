#include "panels/StatusPanel.h"

#include "controls/buttons.h"
#include "controls/labels.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "style/wrappedLabel.h"
#include "words/parameterWords.h"

#include <QHBoxLayout>

#include <algorithm>
#include <limits>

namespace headlight {
namespace {

constexpr int kHeight = 24; // px

QLabel* label(QHBoxLayout& row, const QString& name, const QString& tip) {
    auto* made = new ElidedLabel({}, "caption");
    made->setAccessibleDescription(name); // its accessible name is its text
    made->setToolTip(tip);
    row.addWidget(made);
    return made;
}

QToolButton* cancelButton(QHBoxLayout& row, const QString& name, const QString& tip) {
    QToolButton* made = linkButton(StatusPanel::tr("Cancel"), name, tip);
    made->setFocusPolicy(Qt::TabFocus);
    made->hide();
    row.addWidget(made);
    return made;
}

QString savedText(const ViewState& state) {
    if (state.saving) return StatusPanel::tr("Saving: %1 %").arg(*state.saving);
    if (state.modified) return StatusPanel::tr("Not saved");
    return state.filePath.isEmpty() ? StatusPanel::tr("No changes") : StatusPanel::tr("Saved");
}

/// Returns the remark that ends with the largest number. One without a number comes first: something was not compared.
QString largestOf(const QStringList& remarks) {
    const auto sizeOf = [](const QString& remark) {
        bool isNumber = false;
        const double size = remark.section(QLatin1Char(' '), -1).toDouble(&isNumber);
        return isNumber ? size : std::numeric_limits<double>::infinity();
    };
    const auto largest = std::ranges::max_element(remarks, {}, sizeOf);
    return largest == remarks.end() ? QString() : largest->simplified();
}

} // namespace

StatusPanel::StatusPanel(Workbench& bench, QWidget* parent) : Panel(bench, parent, "status") {
    auto* row = laidOut<QHBoxLayout>(this, {14, 0, 14, 0}, 26);
    backend_ = label(*row, tr("Backend"), {});
    compared_ = label(*row, tr("Compared"), {});
    moved_ = label(*row, tr("Change"), {});
    computing_ = label(*row, tr("Computing"), tr("How much of the maps is computed; an edit starts it again"));
    cancel_ = cancelButton(*row, tr("Cancel"), tr("The maps that are not computed yet stay as they are"));
    connect(cancel_, &QToolButton::clicked, this, [this] { workbench().scheduler().cancel(); });
    row->addStretch(1);
    notice_ = label(*row, tr("Notice"), {});
    saved_ = label(*row, tr("Saved"), tr("Shows whether all changes are saved"));
    cancelSaving_ = cancelButton(*row, tr("Cancel saving"), tr("The file stays as it was"));
    connect(cancelSaving_, &QToolButton::clicked, this, [this] { workbench().files().saver().cancel(); });
    for (QLabel* rich : {compared_, moved_, notice_}) rich->setTextFormat(Qt::RichText);
    for (QLabel* brief : {computing_, saved_}) // longer ones give way to them
        brief->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    followTextSize(*this, [this] { setFixedHeight(textPx(kHeight)); });
}

void StatusPanel::present(const ViewState& state) {
    setVisible(!state.isPresenting);
    showText(*backend_, state.backend.section(QStringLiteral(u" \u00b7 "), 0, 0));
    backend_->setToolTip(tr("Computed by %1; another can be chosen in the menu Compute").arg(state.backend));
    showText(*compared_, largestOf(state.backendRemarks).toHtmlEscaped());
    compared_->setToolTip(state.backendRemarks.join(QLatin1Char('\n')));
    QString marked;
    if (state.notice.isEmpty()) { // a notice takes the space, since it soon goes
        marked = state.areChangesMarked ? tr("Corners marked in the maps: changed by “%1”").arg(state.stepFromBefore)
                                        : changeOutOfSight(state);
        if (marked.isEmpty() && state.areNumbersMissing) marked = tr("No room for numbers: zoom in, or see Display");
    }
    const QString moved = state.maps.compared == Compared::Difference ? whatMoved(state) : marked;
    showText(*moved_, symbolsHtml(moved));
    showText(*computing_, state.computing ? tr("Computing: %1 %").arg(*state.computing) : QString());
    cancel_->setVisible(state.computing.has_value());
    showText(*notice_, symbolsHtml(state.notice));
    showText(*saved_, savedText(state));
    cancelSaving_->setVisible(state.saving.has_value());
}

int StatusPanel::newsWidth() const {
    const int beside = layout()->spacing(), news = notice_->text().isEmpty() ? 0 : notice_->sizeHint().width() + beside;
    const int cancel = cancelSaving_->isHidden() ? 0 : cancelSaving_->sizeHint().width() + beside;
    return news + saved_->sizeHint().width() + cancel + beside + layout()->contentsMargins().right();
}

} // namespace headlight
