#include "panels/parameters/ParametersSizes.h"

#include "controls/buttons.h"
#include "controls/formula.h"
#include "controls/numberFields.h"
#include "document/Workbench.h"
#include "document/costs.h"
#include "session/Limits.h"
#include "session/edits.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "words/wording.h"

#include <QEvent>
#include <QFormLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr int kBesideText = 24; // px of the button, with the arrow

Result<Session> withHeads(Session session, int layer, int heads, const Watch& watch) {
    const int before = sizesOf(session, layer).heads;
    for (int now; (now = sizesOf(session, layer).heads) != heads;) {
        if (!shouldContinue(watch, double(now - before) / (heads - before))) return stopped();
        auto next = now < heads ? withHeadAdded(session, layer) : withHeadRemoved(session, layer, now - 1);
        if (!next) return next;
        session = std::move(*next);
    }
    return session;
}

} // namespace

ParametersSizes::ParametersSizes(Workbench& workbench, QWidget* parent)
    : PopupBase(tr("Sizes and heads"), parent), workbench_(workbench), button_(new ArrowButton(parent)) {
    auto* form = new QFormLayout(this);
    const std::array<QString, 4> names{QStringLiteral("d"), QStringLiteral("d_k"), QStringLiteral("d_v"), tr("Heads")};
    const std::array<QString, 4> words{tr("&d, of an embedding"), tr("d<sub>&k</sub>, of a query and a key"),
                                       tr("d<sub>&v</sub>, of a value"), tr("&Heads")};
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        auto* field = fields_[i] = new SizeField(names[i], i == Heads ? kMaxHeads : kMaxDims);
        tips_[i] = tr("At most %1").arg(field->maximum());
        form->addRow(words[i], field);
        connect(field, &QSpinBox::valueChanged, this, [this, i](int value) { change(static_cast<Size>(i), value); });
        connect(field, &SizeField::refused, this,
                [this](const QString& message) { workbench_.messages().report(message); });
    }
    button_->setObjectName("choice");
    button_->setAccessibleName(tr("Sizes"));
    button_->setToolTip(tr("The sizes of embeddings, queries, keys and values, and the number of heads"));
    button_->setFocusPolicy(Qt::StrongFocus);
    button_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(button_, &QToolButton::clicked, this, [this] {
        showBelow(*button_);
        fields_[D]->selectAll();
    });
    button_->installEventFilter(this);
    followTextSize(*button_, [this] { showOnButton(); });
}

bool ParametersSizes::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::Resize) showOnButton();
    return false;
}

void ParametersSizes::change(Size which, int value) {
    const ViewState& state = workbench_.state();
    const int layer = state.view.layer;
    Sizes now = sizesOf(state.session, layer);
    const auto ask = [&](int Sizes::*size, double others, const QString& label, const Workbench::Edit& edit) {
        now.*size = value;
        workbench_.apply(label, edit, 0, numbersOfHeads(now.heads, now) + others);
    };
    switch (which) {
    case D:
        return ask(&Sizes::d, double(state.session.text.embeddings.rows()) * value, tr("Change d to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withEmbeddingSize(s, value, w); });
    case Dk:
        return ask(&Sizes::dk, 0, tr("Change d_k to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withKeySize(s, layer, value, w); });
    case Dv:
        return ask(&Sizes::dv, 0, tr("Change d_v to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withValueSize(s, layer, value, w); });
    case Heads:
        return ask(&Sizes::heads, 0, tr("Change the number of heads to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withHeads(s, layer, value, w); });
    }
}

void ParametersSizes::showOnButton() {
    theme_ = &currentTheme();
    const int space = button_->width() - textPx(kBesideText);
    const bool fits = drawFormula(nullptr, {}, shown_, button_->font()) <= space;
    const QString elided = button_->fontMetrics().elidedText(shown_, Qt::ElideRight, space);
    showFormula(*button_, fits ? shown_ : elided, theme_->text);
}

void ParametersSizes::present(const Sizes& sizes, bool simplified) {
    const QString heads = counted(QT_TRANSLATE_N_NOOP("Counts", "%n head(s)"), sizes.heads);
    const QString shown = tr("d %1  d_k %2  d_v %3  %4").arg(sizes.d).arg(sizes.dk).arg(sizes.dv).arg(heads);
    const bool isOther = shown != shown_ || theme_ != &currentTheme();
    shown_ = shown;
    if (isOther) showOnButton();
    button_->setAccessibleDescription(shown);
    const std::array now{sizes.d, sizes.dk, sizes.dv, sizes.heads};
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        SizeField& field = *fields_[i];
        const QSignalBlocker silent(field);
        const bool isFree = i == D || !simplified;
        field.setEnabled(isFree);
        field.setToolTip(isFree ? tips_[i]
                                : tr("Without trainable weights, queries, keys and values have size d and all heads "
                                     "would be the same. Use trainable weights to change this"));
        // A file may have larger sizes than the window allows. Setting an equal value would repaint.
        const int max = std::max(i == Heads ? kMaxHeads : kMaxDims, now[i]);
        if (field.maximum() != max) field.setMaximum(max);
        if (field.value() != now[i]) field.setValue(now[i]);
    }
}

} // namespace headlight
