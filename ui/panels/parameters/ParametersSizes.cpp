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

Result<Session> withHeads(const Session& session, int layer, int heads, const Watch& watch) {
    const int before = sizesOf(session, layer).heads;
    Result<Session> made = session;
    for (int now = before; now != heads; now += heads > before ? 1 : -1) {
        if (!shouldContinue(watch, double(now - before) / (heads - before))) return stopped();
        made = now < heads ? withHeadAdded(*made, layer) : withHeadRemoved(*made, layer, now - 1);
        if (!made) return made;
    }
    return made;
}

/// A field of the popover.
struct SizeRow {
    const char *name, *words, *step; ///< English, for tr(): of the field, beside it, of the step of history
    int Sizes::*size;
    int max;
    Result<Session> (*with)(const Session&, int layer, int value, const Watch&);
    bool isOfEmbeddings() const { return size == &Sizes::d; }
};
constexpr std::array kRows{
    SizeRow{"d", QT_TRANSLATE_NOOP("ParametersSizes", "&d, of an embedding"),
            QT_TRANSLATE_NOOP("ParametersSizes", "Change d to %1"), &Sizes::d, kMaxDims,
            [](const Session& s, int, int d, const Watch& watch) { return withEmbeddingSize(s, d, watch); }},
    SizeRow{"d_k", QT_TRANSLATE_NOOP("ParametersSizes", "d<sub>&k</sub>, of a query and a key"),
            QT_TRANSLATE_NOOP("ParametersSizes", "Change d_k to %1"), &Sizes::dk, kMaxDims, withKeySize},
    SizeRow{"d_v", QT_TRANSLATE_NOOP("ParametersSizes", "d<sub>&v</sub>, of a value"),
            QT_TRANSLATE_NOOP("ParametersSizes", "Change d_v to %1"), &Sizes::dv, kMaxDims, withValueSize},
    SizeRow{QT_TRANSLATE_NOOP("ParametersSizes", "Heads"), QT_TRANSLATE_NOOP("ParametersSizes", "&Heads"),
            QT_TRANSLATE_NOOP("ParametersSizes", "Change the number of heads to %1"), &Sizes::heads, kMaxHeads,
            withHeads}};

} // namespace

ParametersSizes::ParametersSizes(Workbench& workbench, QWidget* parent)
    : PopupBase(tr("Sizes and heads"), parent), workbench_(workbench), button_(new ArrowButton(parent)) {
    auto* form = new QFormLayout(this);
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        auto* field = fields_[i] = new SizeField(tr(kRows[i].name), kRows[i].max);
        form->addRow(tr(kRows[i].words), field);
        connect(field, &QSpinBox::valueChanged, this, [this, i](int value) { change(i, value); });
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
        fields_.front()->selectAll();
    });
    button_->installEventFilter(this);
    followTextSize(*button_, [this] { showOnButton(); });
}

bool ParametersSizes::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::Resize) showOnButton();
    return false;
}

void ParametersSizes::change(std::size_t place, int value) {
    const SizeRow& row = kRows[place];
    const ViewState& state = workbench_.state();
    const int layer = state.view.layer;
    Sizes sizes = sizesOf(state.session, layer);
    sizes.*row.size = value;
    const double ofWords = row.isOfEmbeddings() ? double(state.session.text.embeddings.rows()) * value : 0;
    workbench_.apply(
        tr(row.step).arg(value),
        [=, with = row.with](const Session& s, const Watch& watch) { return with(s, layer, value, watch); }, 0,
        numbersOfHeads(sizes.heads, sizes) + ofWords);
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
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        SizeField& field = *fields_[i];
        const QSignalBlocker silent(field);
        const int now = sizes.*kRows[i].size;
        const bool isFree = kRows[i].isOfEmbeddings() || !simplified;
        field.setEnabled(isFree);
        field.setToolTip(isFree ? tr("At most %1").arg(kRows[i].max)
                                : tr("Without trainable weights, queries, keys and values have size d and all heads "
                                     "would be the same. Use trainable weights to change this"));
        // A file may have larger sizes than the window allows. Setting an equal value would repaint.
        if (const int max = std::max(kRows[i].max, now); field.maximum() != max) field.setMaximum(max);
        if (field.value() != now) field.setValue(now);
    }
}

} // namespace headlight
