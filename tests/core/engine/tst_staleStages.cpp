// An edit of a parameter makes those stages stale that the list says: the stages that name it, and all that read these.
#include "support/RecordingBackend.h"
#include "support/everyParameter.h"
#include "support/incremental.h"
#include "support/indexText.h"

#include <QStringList>
#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Names = std::set<QString>;

/// Returns the rows of each stage that an update names, as "Q.1{all}" and "output{all}", except those of scores, of
/// which an update names columns, too.
Names namedBy(const LayerUpdate& update) {
    Names names;
    const auto add = [&](const IndexSet& rows, const QString& name) {
        if (!rows.empty()) names.insert(name + "{" + textOf(rows) + "}");
    };
    for (const StageInfo& info : stages()) {
        if (info.stage == Stage::Scores) continue;
        add(update.rows[info.stage], info.id);
        for (std::size_t h = 0; h < update.heads.size(); ++h)
            add(update.heads[h].rows[info.stage], info.id + QString(".%1").arg(h + 1));
    }
    return names;
}

/// Returns the stages of a layer that read a changed stage or name the parameter, directly or through others.
std::set<Stage> readersOf(std::set<Stage> changed, Parameter parameter, const Program& program) {
    for (const Op& op : program) {
        const auto isChanged = [&](Stage input) { return !op.isFromBelow && changed.contains(input); };
        if (std::ranges::any_of(op.inputs, isChanged) ||
            std::ranges::find(op.parameters, parameter) != op.parameters.end())
            changed.insert(op.result);
    }
    return changed;
}

} // namespace

class StaleStagesTest : public QObject {
    Q_OBJECT

private slots:
    /// Parameters of the session are left out: a number in the table of positions changes one row of X.
    void anEditNamesWhatFollows_data() {
        QTest::addColumn<int>("parameter");
        for (const ParameterInfo& info : parameters())
            if (info.scope != Scope::Session && info.presence != Presence::Given)
                QTest::newRow(info.symbol) << static_cast<int>(info.parameter);
    }
    void anEditNamesWhatFollows() {
        QFETCH(int, parameter);
        const ParameterInfo& info = infoOf(Parameter(parameter));
        const Session before = withEveryParameter();
        constexpr int kHead = 1;
        for (int l = 0; l < 2; ++l) {
            const Session after = *withCell(before, {info.parameter, l, kHead}, 0, 1, 5);
            const auto updates = std::make_shared<Updates>();
            Engine engine(std::make_unique<RecordingBackend>(updates));
            engine.answer(before, everything(before));
            const Updates whole = *updates;
            updates->clear();
            const Frame frame = engine.answer(after, everything(after));
            QCOMPARE(difference(frame, Engine(eigen()).answer(after, everything(after))), std::string());
            for (int layer = 0; layer < 2; ++layer) {
                std::set<Stage> changed;
                if (layer >= l)
                    changed = readersOf(layer > l ? std::set{Stage::X} : std::set<Stage>{}, info.parameter,
                                        programOf(after, layer));
                Names expected; // the names of a computation from the start
                for (const QString& name : namedBy(whole[std::size_t(layer)])) {
                    const QString id = name.section('{', 0, 0).section('.', 0, 0);
                    const bool isOfUneditedHead = layer == l && info.scope == Scope::Head && name.contains('.') &&
                                                  !name.contains(QString(".%1{").arg(kHead + 1));
                    if (changed.contains(findStage(id.toStdString())->stage) && !isOfUneditedHead)
                        expected.insert(name);
                }
                const auto text = [](const Names& names) { return QStringList(names.begin(), names.end()).join(' '); };
                QCOMPARE(text(namedBy(updates->at(std::size_t(layer)))), text(expected));
                QCOMPARE(expected.empty(), layer < l);
            }
        }
    }
};

QTEST_GUILESS_MAIN(StaleStagesTest)
#include "tst_staleStages.moc"
