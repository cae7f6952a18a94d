#include "panels/maps/pullCell.h"

#include "base/numberText.h"
#include "document/Workbench.h"
#include "document/costs.h"
#include "document/mapNumbers.h"
#include "panels/parameters/askForNumber.h"
#include "session/edits.h"
#include "words/numberWords.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

struct PullWords {
    Q_DECLARE_TR_FUNCTIONS(Pull)
};

QString impossible(Pull::Why why) {
    switch (why) {
    case Pull::Why::Masked: return PullWords::tr("a mask hides this cell");
    case Pull::Why::EqualKeys: return PullWords::tr("keys that are equal share the weight evenly");
    case Pull::Why::DependentRows: return PullWords::tr("this row of X is a sum of other rows, which cannot stay");
    default: return PullWords::tr("nothing that may change moves this cell");
    }
}

constexpr double kReached = 1e-4;

bool changes(const Pull& pulled) { return pulled.wq || pulled.wk || pulled.x.size() > 0; }

} // namespace

QString whyNoPull(const Session& session, int layer) {
    const Layer& of = layerAt(session, layer);
    if (isSimplified(of) || of.isGiven()) return PullWords::tr("Dragging weights changes W_q, and the layer has none");
    if (of[Parameter::GivenX]) return PullWords::tr("Dragging weights changes vectors of words, and X is given");
    if (of.options.normalisation != Normalisation::Softmax)
        return PullWords::tr("Dragging weights needs softmax as the normalisation");
    return {};
}

bool canPull(const CellRef& cell, const Session& session) {
    const bool isOfStage = cell.stage == Stage::Scores || cell.stage == Stage::Scaled || cell.stage == Stage::Weights;
    return isOfStage && whyNoPull(session, cell.layer).isEmpty();
}

QString pullLabel(const CellRef& cell, const Session& session) {
    return PullWords::tr("Drag %1").arg(nameOfCell(cell.stage, session, cell.row, cell.col));
}

QString pullText(const Pull& pulled, double wanted) {
    if (pulled.outcome == Pull::Outcome::Reached) return PullWords::tr("Set to %1").arg(inFull(wanted));
    const QString cannot = PullWords::tr("Cannot reach %1").arg(inFull(wanted));
    const bool isImpossible = pulled.outcome == Pull::Outcome::Impossible;
    const QString why = isImpossible ? cannot + QStringLiteral(": ") + impossible(pulled.why) : cannot;
    if (isImpossible && !changes(pulled)) return why + u'.';
    return PullWords::tr("%1; %2 is the closest.").arg(why, inFull(pulled.reached));
}

QString movedText(const Pull& pulled, const CellRef& cell, const Session& before) {
    QStringList said;
    const auto say = [&](const QString& name, const auto& was, const auto& by) {
        const auto largest = [](const auto& numbers) {
            Index row = 0, column = 0;
            numbers.cwiseAbs().maxCoeff(&row, &column);
            return double{numbers(row, column)};
        };
        if (const double maxMove = std::abs(largest(by)); maxMove > 0)
            said << PullWords::tr("Largest change in %1: %2 (largest entry was %3)")
                        .arg(name, QString::number(maxMove, 'g', 3), QString::number(largest(was), 'g', 3));
    };
    for (const auto& [parameter, now] : {std::pair(Parameter::Wq, pulled.wq), std::pair(Parameter::Wk, pulled.wk)})
        if (const FrozenMatrix was = matrixOf(before, {parameter, cell.layer, cell.head}); now)
            say(symbolText(parameter), *was, *now - *was);
    if (pulled.x.size() > 0)
        say(QStringLiteral("x"),
            before.text.embeddings.row(before.text.tokens->ids[static_cast<std::size_t>(cell.row)]), pulled.x);
    return said.join(QStringLiteral("; "));
}

void tellOfPull(Workbench& workbench, const CellRef& cell, Pull pulled, double wanted, const Session& before) {
    const ViewState& state = workbench.state();
    // Large entries of W_q that cancel out leave float32 few digits; without this switch another W_q is found.
    if (pulled.outcome == Pull::Outcome::Reached && cell.stage == Stage::Weights && state.maps.pull.onlyThisRow) {
        const auto number = workbench.made<Matrix>(
            PullWords::tr("Computing the weight"),
            (cell.layer + 1) * numbersOfLayer(sizesOf(state.session, cell.layer)),
            [session = state.session, cell, backend = state.backendId](const Watch& watch) {
                const Region one{cell.row, cell.col, 1, 1};
                return mapNumbers(session, {cell.stage, cell.layer, cell.head, one}, backend, watch);
            });
        if (number && std::abs(double{(*number)(0, 0)} - wanted) > kReached) {
            pulled.outcome = Pull::Outcome::Nearest;
            pulled.reached = double{(*number)(0, 0)};
        }
    }
    if (pulled.outcome != Pull::Outcome::Reached)
        workbench.messages().report(pullText(pulled, wanted), MessageKind::Caution);
    else if (const QString moved = movedText(pulled, cell, before); !moved.isEmpty())
        workbench.messages().tell(moved);
}

bool applyPull(Workbench& workbench, const CellRef& cell, const Pull& pulled, const Session& before, int gesture) {
    if (!changes(pulled)) return false;
    return workbench.apply(
        pullLabel(cell, before),
        [=](const Session&, const Watch&) { return withPull(before, cell.layer, cell.head, cell.row, pulled); },
        gesture);
}

Result<PulledHead> headToPull(Workbench& workbench, const CellRef& cell) {
    const ViewState& state = workbench.state();
    const Sizes sizes = sizesOf(state.session, cell.layer);
    const Region whole{0, 0, std::max(sizes.tokens, sizes.keyTokens), std::max(sizes.d, sizes.dSource)};
    const auto make = [session = state.session, cell, whole, backend = state.backendId](const Watch& watch) {
        return pulledHead(session, programOf(session, cell.layer), cell.layer, cell.head, [&](Stage stage) {
            const int layer = infoOf(stage).isOfModel ? firstLayerWith(stage, session) : cell.layer;
            // The inputs of layer 0 are known, so no device is set up.
            return mapNumbers(session, {stage, layer, 0, whole}, layer > 0 ? backend : kDefaultBackend, watch);
        });
    };
    auto head = workbench.made<PulledHead>(PullWords::tr("Computing the layers below"),
                                           cell.layer * numbersOfLayer(sizes), make);
    if (!head && !isCancelled(head.problem())) workbench.messages().report(QString::fromStdString(head.text()));
    return head;
}

void askForPull(Workbench& workbench, const CellRef& cell, std::optional<float> now, QWidget* parent) {
    const Session before = workbench.state().session;
    const QString name = nameOfCell(cell.stage, before, cell.row, cell.col);
    const bool isWeight = cell.stage == Stage::Weights;
    const PullFreedom& free = workbench.state().maps.pull;
    QStringList changing{QStringLiteral("W_q")};
    if (free.wk) changing << QStringLiteral("W_k");
    if (free.x) changing << QStringLiteral("x");
    const auto value = askForNumber(parent,
                                    {isWeight ? PullWords::tr("Set weight") : PullWords::tr("Set score"),
                                     PullWords::tr("New value of %1").arg(name),
                                     PullWords::tr("Headlight changes %1 as little as it can to reach it.")
                                         .arg(changing.join(PullWords::tr(" and "))),
                                     PullWords::tr("Value"), now ? QString::fromStdString(shortest(*now)) : QString()});
    if (!value) return;
    if (isWeight && !(*value > 0 && *value < 1))
        return workbench.messages().report(PullWords::tr("A weight is more than 0 and less than 1."));
    const Result<PulledHead> head = headToPull(workbench, cell);
    if (!head) return;
    const auto wanted = static_cast<double>(*value);
    const Pull pulled = pull(*head, cell.stage, cell.row, cell.col, wanted, workbench.state().maps.pull);
    applyPull(workbench, cell, pulled, before, 0);
    tellOfPull(workbench, cell, pulled, wanted, before);
}

} // namespace headlight
