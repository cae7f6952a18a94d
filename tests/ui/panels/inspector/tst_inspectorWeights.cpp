// The weights of a row on the page: links, the strongest of all, and titles that stay in their place.
#include "base/numberText.h"
#include "panels/inspector/InspectorPanel.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/traces.h"
#include "support/verbs.h"

#include <QTextBlock>
#include <QTextBrowser>
#include <QTextLayout>

#include <map>
#include <set>

using namespace headlight;
using namespace headlight::testing;

class InspectorWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_ = std::make_unique<PanelBench<InspectorPanel>>(shoesSession(), QSize(300, 700)); }
    void cleanup() { bench_.reset(); }

    void theStrongestOfManyIsOffered() {
        typeSentence(QStringLiteral("one two three four ").repeated(20).toUtf8().constData()); // 80 x 80
        QTRY_VERIFY(says("Strongest weight of head 1: "));
    }

    /// Of the weights of all keys the very numbers that the maps have; the score of s−max leads back, too.
    void weightsAreLinks() {
        typeSentence("one two three");
        workbench().select(0, 2, 1);
        QTRY_VERIFY(says("How much does three attend to two?"));
        const Matrix weights = testing::tracesOf(workbench().state().session)[0](Stage::Weights);
        std::map<QString, QString> tips; // of a weight, the first of those with its address
        QStringList links;
        for (QTextBlock block = page().document()->begin(); block.isValid(); block = block.next())
            for (auto at = block.begin(); !at.atEnd(); ++at) {
                const QTextCharFormat format = at.fragment().charFormat();
                tips.try_emplace(format.anchorHref(), format.toolTip());
                links << format.anchorHref() + u' ' + at.fragment().text();
            }
        for (int key = 0; key < 3; ++key)
            QCOMPARE(tips[QString("weights/0/0/2/%1").arg(key)], QString::fromStdString(shortest(weights(2, key))));
        const auto difference = links.indexOf(QRegularExpression(QStringLiteral(u".*s−max = .*")));
        QVERIFY2(difference >= 0 && links.value(difference + 1).startsWith("scaled/0/0/2/1 "),
                 qPrintable(links.join(u'\n')));
    }

    /// While one steps from key to key nothing jumps: each title has as many lines, whatever the token's length.
    void titlesHaveAsManyLines() {
        typeSentence("a two averylongtoken middling");
        workbench().select(CellRef{Stage::Context, 0, 0, 0, 0});
        std::set<QList<int>> seen;
        for (int key = 0; key < 4; ++key) {
            workbench().select(0, 0, key);
            workbench().select(CellRef{Stage::Context, 0, 0, 0, 0});
            const QString token = workbench().state().session.text.tokens->texts[std::size_t(key)].c_str();
            QTRY_VERIFY2(page().toPlainText().remove(QChar(0x2068)).contains("Weight of key " + token.left(8)),
                         qPrintable(page().toPlainText()));
            QList<int> lines;
            for (QTextBlock block = page().document()->begin(); block.isValid(); block = block.next())
                if (block.text().startsWith(QChar(0x25be)) || block.text().startsWith(QChar(0x25b8)))
                    lines << block.layout()->lineCount();
            seen.insert(lines);
        }
        QCOMPARE(seen.size(), std::size_t(1));
    }

private:
    Workbench& workbench() { return bench_->bench; }
    QTextBrowser& page() { return *control<QTextBrowser>(*bench_->panel, "How the number came to be"); }
    bool says(const QString& text) {
        return page().toPlainText().remove(QChar(0x2068)).remove(QChar(0x2069)).contains(text);
    }
    void typeSentence(const char* sentence) {
        QVERIFY(workbench().apply("Sentence", giving(withSentence(workbench().state().session, sentence))));
    }

    std::unique_ptr<PanelBench<InspectorPanel>> bench_;
};

QTEST_MAIN(InspectorWeightsTest)
#include "tst_inspectorWeights.moc"
