#include "panels/parameters/SensitivityBox.h"

#include "controls/labels.h"
#include "document/ViewState.h"
#include "document/selection.h"
#include "style/layouts.h"
#include "style/textSize.h"
#include "table/cellTint.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/parameterWords.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QAction>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxMovers = 3;

bool isFinite(const Sensitivity& s) {
    using enum Parameter;
    return s[Wq].allFinite() && s[Wk].allFinite() && s[X].allFinite() && s[Xkv].allFinite();
}

/// Returns a slope with the decimals that write the largest slope with two digits.
QString slopeText(double slope, double largest) {
    constexpr int kMaxDecimals = 8;
    const int decimals = largest > 0 ? 1 - static_cast<int>(std::floor(std::log10(largest))) : 0;
    return rounded(slope, std::clamp(decimals, 0, kMaxDecimals));
}

/// Returns "X[shoes, 2]" or "W_q[2, 1]", with the tables' labels of rows and columns.
QString entryText(const Mover& mover, const Session& session) {
    const Parameter of = mover.ref.parameter;
    QString name = nameOfEntry(of, session, mover.row, mover.col);
    if (areEmbeddings(of) && mover.ref.layer > 0) // the tables have only that of the first layer
        name.insert(symbolText(of).size(), SensitivityBox::tr(" of layer %1 ").arg(numberOf(mover.ref.layer)));
    return name;
}

} // namespace

SensitivityBox::SensitivityBox(QWidget* parent)
    : QFrame(parent),
      action_(new QAction(tr("What moves the selected num&ber?"), this)),
      words_(new QLabel(this)),
      scale_(new QFrame),
      low_(new QLabel),
      high_(new QLabel),
      name_(new ElidedLabel) {
    action_->setIconText(tr("What moves it?"));
    action_->setToolTip(tr("Tint the tables by how much each number moves the selected score or weight"));
    action_->setCheckable(true);
    connect(action_, &QAction::toggled, this, &QWidget::setVisible);
    setObjectName("foot");
    auto* column = laidOut<QVBoxLayout>(this, {12, 6, 12, 6}, 4);
    words_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    words_->setWordWrap(true);
    words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    connect(words_, &QLabel::linkActivated, this, [this](const QString& link) {
        if (const std::size_t place = link.toUInt(); place < largest_.size()) emit wanted(Mover(largest_[place]));
    });
    scale_->setObjectName(QStringLiteral("scale"));
    auto* row = laidOut<QHBoxLayout>(scale_, {6, 0, 6, 0});
    row->addWidget(low_);
    row->addWidget(name_, 1, Qt::AlignVCenter);
    row->addWidget(high_);
    name_->setAlignment(Qt::AlignCenter);
    column->addWidget(scale_);
    column->addWidget(words_);
    followTextSize(*this, [this] {
        for (QLabel* one : {low_, high_, name_}) one->setFont(textFont(8));
        words_->setFont(textFont(9));
        const int line = QFontMetrics(words_->font()).lineSpacing();
        scale_->setFixedHeight(line + 2);
        words_->setFixedHeight(line * static_cast<int>(kMaxMovers + 1) + 2); // one of them may need two lines
    });
    hide();
}

Request SensitivityBox::request(const ViewState& state) const {
    const CellRef cell = selectedCell(state.session, state.view);
    if (!action_->isChecked() || !exists(state.session, cell) || !whyNoSensitivity(cell, state.session).isEmpty())
        return {};
    return {.maps = {}, .sensitivities = {{cell, 0}}};
}

void SensitivityBox::present(const ViewState& state, const std::shared_ptr<const Response>& response) {
    if (!action_->isChecked()) return;
    const Request now = request(state);
    const CellRef cell = selectedCell(state.session, state.view);
    std::shared_ptr<const Sensitivity> found;
    if (now != Request{}) {
        if (!response || response->request != now) return; // until there is an answer, the shown one stays
        if (!response->sensitivities.empty()) found = response->sensitivities.front();
    }
    if (std::exchange(answer_, response) != response) made_.clear();
    const bool isSame = std::exchange(theme_, state.theme) == state.theme && found && found == shown_ && cell == cell_;
    if (!isSame) {
        made_.clear();
        cell_ = cell;
        shown_ = found;
        const Session& session = found ? response->frame->session : state.session;
        largest_ = found ? largestMovers(*found, cell, session, kMaxMovers) : std::vector<Mover>();
        say(session);
    }
    const double max = largest_.empty() ? 0 : std::abs(largest_.front().by);
    // While a number is dragged, the scale only grows, as those of the tables do.
    const double scale = state.isDragging ? std::max(max_, max) : max;
    if (std::exchange(max_, scale) != scale || !isSame) showScale();
}

/// Shows the colours of the tints, the number that moves, and the slopes at the ends.
void SensitivityBox::showScale() {
    const bool hasEnds = max_ > 0;
    const QString low = slopeText(-max_, max_), high = slopeText(max_, max_);
    low_->setText(hasEnds ? withMinus(low) : QString());
    high_->setText(hasEnds ? QLatin1Char('+') + high : QString());
    name_->setText(what_);
    scale_->setAccessibleName(hasEnds ? tr("%1: %2 to %3").arg(what_, low, high) : what_);
    scale_->setToolTip(plainTip(tr("The tints say at what rate %1 moves as a number is raised: its slope").arg(what_)));
    const auto tint = [&](float share) { return cellTint(*theme_, hasEnds ? share : 0, 1).name(); };
    scale_->setStyleSheet(QStringLiteral("#scale { border-radius: 4px; background: qlineargradient(x1: 0, x2: 1, "
                                         "stop: 0 %1, stop: 0.5 %2, stop: 1 %3) }")
                              .arg(tint(-1), tint(0), tint(1)));
}

void SensitivityBox::say(const Session& session) {
    const bool isThere = exists(session, cell_);
    QString why = isThere ? whyNoSensitivity(cell_, session) : tr("Type a sentence first.");
    what_ = isThere && infoOf(cell_.stage).isMap() ? nameOfCell(cell_.stage, session, cell_.row, cell_.col)
                                                   : tr("What moves it?");
    if (why.isEmpty() && largest_.empty())
        why = !shown_ || isFinite(*shown_) ? tr("No number moves it.")
                                           : tr("It, or what it is made of, is not a finite number: nothing moves it.");
    QStringList lines, sentences;
    for (const Mover& mover : largest_) {
        const QString entry = entryText(mover, session),
                      by = slopeText(std::abs(mover.by), std::abs(largest_.front().by));
        const QString link = QStringLiteral("<a href='%1' style='color:%2'>%3</a>")
                                 .arg(QString::number(lines.size()), currentTheme().text.name(), symbolsHtml(entry));
        lines << tr("Raising %1: %2 per unit").arg(link, (mover.by > 0 ? u'+' : u'\u2212') + by);
        sentences << (mover.by > 0 ? tr("Raising %1 by a small step raises %2 by about %3 times the step.")
                                   : tr("Raising %1 by a small step lowers %2 by about %3 times the step."))
                         .arg(entry, what_, by);
    }
    words_->setText(why.isEmpty() ? lines.join(QStringLiteral("<br>")) : why);
    words_->setAccessibleName(why.isEmpty() ? sentences.join(QLatin1Char(' ')) : why);
    words_->setToolTip(sentences.isEmpty() ? QString() : plainTip(sentences.join(QLatin1Char('\n'))));
}

std::optional<CellTints> SensitivityBox::tints(const ParameterRef& ref, const Session& session, bool isTransposed) {
    if (!action_->isChecked()) return std::nullopt;
    CellTints tints{{}, static_cast<float>(max_), tr("Raised, it moves the selected number by %1 per unit")};
    if (!shown_) return tints;
    const auto isOf = [&](const Made& made) { return made.ref == ref && made.isTransposed == isTransposed; };
    auto made = std::ranges::find_if(made_, isOf);
    if (made == made_.end()) {
        FrozenMatrix numbers = moversIn(ref, *shown_, cell_, session);
        if (isTransposed && numbers) numbers = Matrix(numbers->transpose());
        made = made_.insert(made, {ref, isTransposed, numbers});
    }
    tints.numbers = made->numbers;
    return tints;
}

} // namespace headlight
