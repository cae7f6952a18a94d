// While the maps show the earlier state, the page explains that state.
#include "controls/labels.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/inspector/lessonHtml.h"
#include "support/bench.h"
#include "support/changing.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/traces.h"
#include "words/numberWords.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>

using namespace headlight;
using namespace headlight::testing;

class InspectorBeforeTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<PanelBench<InspectorPanel>>(shoesSession(), QSize(300, 700));
        workbench().select(CellRef{Stage::Scores, 0, 0, 1, 5});
    }
    void cleanup() { bench_.reset(); }

    /// This also holds if both states have the same cells. The heading is whole in the narrowest panel, too.
    void theStateThatTheMapsShow() {
        bench_->panel->resize(bench_->panel->minimumWidth(), 700);
        QTRY_VERIFY(!result().isEmpty() && says(result()));
        const QString before = result();
        edit(withCell(bench_->session(), {Parameter::Wq, 0, 0}, 0, 0, 9));
        QTRY_VERIFY(!result().isEmpty() && result() != before && says(result()));
        const QString now = result();
        show(Compared::Other);
        QTRY_VERIFY(result() == before && says(before) && !says(now));
        QTRY_VERIFY(isHeaded(QStringLiteral("Inspector · before")));
        show(Compared::Difference);
        QTRY_VERIFY(result() == now && change().startsWith("before: ") && where().text().contains("score " + now));
        show(Compared::Now);
        QTRY_VERIFY(change().isEmpty());
        show(Compared::Difference);
        QTRY_VERIFY(isHeaded(QStringLiteral("Inspector")));
    }

    /// An increase has a plus sign, as in the maps. All numbers are float32, and no line breaks after "≈".
    void theDifferenceIsThatOfTheMaps() {
        const float then = float(scoreOf(bench_->session()));
        edit(withCell(bench_->session(), {Parameter::Wq, 0, 0}, 0, 0, 9));
        const float by = float(scoreOf(bench_->session())) - then;
        show(Compared::Difference);
        QTRY_VERIFY(change().startsWith("before: "));
        const QString sign = by > 0 ? "+" : "";
        QVERIFY2(change().endsWith(sign + withMinus(QString::number(double(by), 'f', 4))), qPrintable(change()));
        edit(withCell(bench_->session(), {Parameter::Wq, 0, 0}, 0, 0, -9)); // the opposite direction
        const QString other = by > 0 ? "" : "+";
        QTRY_VERIFY2(change().contains("difference: ") && change().contains(u'+') == !other.isEmpty(),
                     qPrintable(change()));
        QVERIFY(!change().contains(QStringLiteral(u"≈ ")));
        const QTextBlock where = this->where();
        for (auto part = where.begin(); !part.atEnd(); ++part)
            QVERIFY(!part.fragment().charFormat().toolTip().contains("in double"));
    }

    void aHiddenCellHasNoDifference() {
        Session session = bench_->session();
        changing(session)->options.mask.causal = true;
        edit(session);
        edit(withCell(bench_->session(), {Parameter::Wq, 0, 0}, 0, 0, 9));
        show(Compared::Difference);
        for (const Stage stage : {Stage::Masked, Stage::Weights}) {
            workbench().select(CellRef{stage, 0, 0, 1, 5});
            QTRY_COMPARE(change(), QString("before: masked, difference: masked"));
            workbench().select(CellRef{stage, 0, 0, 1, 0});
            QTRY_VERIFY(!change().contains("masked") && !change().isEmpty());
        }
    }

    /// The page says so even without a sentence.
    void aNewLayerHasNoCounterpart() {
        edit(withSentence(bench_->session(), ""));
        edit(withLayerAdded(bench_->session()));
        show(Compared::Other);
        workbench().look([](View& view) { view.layer = 1; });
        QTRY_VERIFY(says("There is no such number in the state compared with."));
    }

    /// The numbers of a neighbouring token are no counterpart for those of a new one.
    void aNewTokenHasNoCounterpart() {
        edit(withSentence(bench_->session(), bench_->session().text.sentence + " zebra"));
        const int key = sizesOf(bench_->session(), 0).tokens - 1;
        workbench().select(CellRef{Stage::Scores, 0, 0, 1, key});
        show(Compared::Difference);
        QTRY_VERIFY2(change().contains("zebra") && change().endsWith("is new: the state compared with has no such "
                                                                     "number."),
                     qPrintable(change()));
        show(Compared::Other);
        QTRY_VERIFY(says("is new: the state compared with has no such number."));
        QVERIFY(bench_->panel->request() == Request{}); // nothing is computed for this page
        workbench().select(CellRef{Stage::Scores, 0, 0, 1, 0});
        QTRY_VERIFY(says("How much does"));
        show(Compared::Difference);
        QTRY_VERIFY(change().startsWith("before: "));
        workbench().select(CellRef{Stage::Q, 0, 0, key, 0});
        QTRY_VERIFY(change().contains("zebra"));
    }

    /// Head 1 is removed, so that head 1 is the former head 2.
    void aHeadIsFoundBefore() {
        workbench().select(CellRef{Stage::Scores, 0, 1, 1, 5});
        QTRY_VERIFY(where().text().startsWith("Head 2"));
        const QString score = result();
        edit(withHeadRemoved(bench_->session(), 0, 0));
        QCOMPARE(workbench().state().view.head, 0);
        show(Compared::Difference);
        QTRY_COMPARE(change(), "before: " + score + ", difference: 0.0000");
        show(Compared::Other);
        QTRY_VERIFY(where().text().startsWith("Head 2"));
        QCOMPARE(result(), score);
    }

    /// With as many heads, but others, a column of the contexts side by side was another head's.
    void columnsOfOtherHeadsHaveNoDifference() {
        edit(*withHeadAdded(*withHeadAdded(bench_->session(), 0), 0));
        workbench().select(CellRef{Stage::Concat, 0, 0, 1, 0});
        edit(withCell(bench_->session(), {Parameter::X, 0, 0}, 1, 0, 3));
        show(Compared::Difference);
        QTRY_VERIFY(change().startsWith("before: "));
        edit(withHeadAdded(*withHeadRemoved(bench_->session(), 0, 0), 0));
        QTRY_VERIFY(change().isEmpty() && !result().isEmpty());
    }

    void aNumberThatWasNotThere() {
        edit(withHeadAdded(bench_->session(), 0));
        workbench().select(CellRef{Stage::Scores, 0, 3, 1, 5});
        show(Compared::Other);
        QTRY_VERIFY(says("There is no such number in the state compared with."));
    }

    /// The page is updated after the maps, when its number may be gone. (The address sanitizer finds an access to it.)
    void aTokenThatWentMeanwhile() {
        workbench().select(CellRef{Stage::Q, 0, 0, 7, 0});
        QTRY_VERIFY(says("Where does"));
        workbench().set(&ViewState::theme, &darkTheme()); // makes the page be written again
        edit(withSentence(bench_->session(), "My"));
        QTRY_VERIFY(says("My"));
    }

private:
    Workbench& workbench() { return bench_->bench; }
    void edit(const Result<Session>& made) { QVERIFY(workbench().apply("Edit", givenEdit(made))); }
    void show(Compared compared) {
        workbench().look([compared](MapOptions& maps) { maps.compared = compared; });
    }
    bool says(const QString& text) const {
        return control<QTextBrowser>(*bench_->panel, "How the number came to be")->toPlainText().contains(text);
    }
    bool isHeaded(const QString& text) const {
        for (const auto* label : bench_->panel->findChildren<ElidedLabel*>())
            if (label->text() == text) return !label->isElided();
        return false;
    }
    /// Returns the second paragraph, which stays in sight: "Head 1 · score 0.2 · before: 0.1, difference: +0.1".
    QTextBlock where() const {
        return control<QTextBrowser>(*bench_->panel, "How the number came to be")->document()->firstBlock().next();
    }
    QString change() const {
        static const QRegularExpression said(QStringLiteral(u" · (before: .*|[^·]* is new: .*)$"));
        return said.match(where().text()).captured(1);
    }
    static double scoreOf(const Session& session) {
        return static_cast<double>(tracesOf(session)[0](Stage::Scores)(1, 5));
    }
    /// Returns the score of the page's last answer.
    QString result() {
        const auto response = workbench().state().responseTo(*bench_->panel);
        for (const auto& e : response ? response->explanations : Explanations())
            if (e && e->of.stage == Stage::Scores) return withMinus(QString::number(double{e->result}, 'f', 4));
        return {};
    }

    std::unique_ptr<PanelBench<InspectorPanel>> bench_;
};

QTEST_MAIN(InspectorBeforeTest)
#include "tst_inspectorBefore.moc"
