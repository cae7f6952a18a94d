// Maps compared with those of another file.
#include "io/npy.h"
#include "io/npz.h"
#include "io/sessionFile.h"
#include "ui/panels/maps/comparedBench.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::testing;

class ComparedFileTest : public QObject, ComparedBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// The file's numbers stand in the place of those before, under its name, and stay through edits.
    void itsNumbersAreShown() {
        const Session other = *withCell(session(), kWq, 0, 0, 3);
        QVERIFY(bench_->files().compareWith(written("other.headlight", other)).ok());
        QTRY_VERIFY(isShown(Compared::Other));
        QCOMPARE(value(), valueOf(other));
        QCOMPARE(nameOf(bench_->state().maps.counterpart), QString("other.headlight"));
        editWq(2);
        show(Compared::Difference);
        QCOMPARE(value(), valueOf(session()) - valueOf(other));
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, minus other.headlight"));
    }

    /// A file of Q and K that holds weights, too, is compared by its own weights.
    void itsOwnWeights() {
        std::vector<NpzMember> members;
        for (const char* name : {"Q", "K", "weights", "other"})
            members.push_back({name, 3000, [] { return npyOfFloats(std::vector<float>(192, 0.125F), {3, 8, 8}); }});
        members[2].npy = [] {
            std::vector<float> first(192); // each query attends to the first token
            for (std::size_t i = 0; i < 192; i += 8) first[i] = 1;
            return npyOfFloats(first, {3, 8, 8});
        };
        const std::string path = dir_.filePath("own.npz").toStdString();
        QVERIFY(writeNpz(path, members).ok());
        const auto compared = bench_->files().compareWith(QString::fromStdString(path));
        QVERIFY2(compared.ok(), compared.ok() ? "" : compared.text().c_str());
        const ParameterValue& weights = layerAt(*bench_->state().other, 0).allHeads[1][Parameter::GivenWeights];
        QVERIFY(weights && (*weights)(5, 0) == 1 && (*weights)(5, 5) == 0);
        QCOMPARE(bench_->state().notice, // and no "Computed: weights"
                 QString("“own.npz”: Compared from its own weights on, not before them. Not used: other [3, 8, 8]."));
    }

    void otherSizesAreRefused_data() {
        QTest::addColumn<Session>("other");
        QTest::addColumn<QString>("why");
        const Session shown = *withHeadAdded(*withSentence(blankSession(), kSentence.toStdString()), 0);
        QTest::newRow("layers") << *withLayerAdded(shown) << "it has 2 layers, and this session has 1";
        QTest::newRow("heads") << *withHeadRemoved(shown, 0, 0) << "it has 2 heads, and this session has 3";
        QTest::newRow("tokens") << *withSentence(shown, "a b") << "it has 2 tokens, and this session has 8";
    }
    void otherSizesAreRefused() {
        QFETCH(Session, other);
        QFETCH(QString, why);
        const auto compared = bench_->files().compareWith(written("other.headlight", other));
        QCOMPARE(QString::fromStdString(compared.text()),
                 QStringLiteral(u"\u201cother.headlight\u201d cannot be compared: %1.").arg(why));
        QVERIFY(bench_->state().maps.compared == Compared::Now);
    }

    void theMenuAsksForAFile() {
        QMenu* menu = control<QMenu>(*panel_, "Compare with");
        const auto choose = [menu](const QString& name) {
            emit menu->aboutToShow();
            const QList<QAction*> actions = menu->actions();
            const auto found = std::ranges::find(actions, name, [](QAction* one) { return one->text().remove('&'); });
            return found == actions.end() ? nullptr : *found;
        };
        const QSignalSpy wanted(panel_.get(), &HeatmapsPanel::otherFileWanted);
        choose(QStringLiteral(u"A file\u2026"))->trigger();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!choose("other.headlight"));
        QVERIFY(bench_->files().compareWith(written("other.headlight", session())).ok());
        QVERIFY(choose("other.headlight")->isChecked());
    }

    /// Unlike "Before" and "Head 2", it has no capital; and what looks like a symbol is none.
    void aFileKeepsItsLetters() {
        QVERIFY(bench_->files().compareWith(written("w_q.headlight", session())).ok());
        QCOMPARE(control<QPushButton>(*panel_, "w_q.headlight")->text(), QString("w_q.headlight"));
    }

private:
    QString written(const QString& name, const Session& session) const {
        QFile file(dir_.filePath(name));
        if (!file.open(QFile::WriteOnly)) qFatal("The file cannot be written.");
        file.write(QByteArray::fromStdString(sessionText({session, {}})));
        return file.fileName();
    }

    QTemporaryDir dir_;
};

QTEST_MAIN(ComparedFileTest)
#include "tst_comparedFile.moc"
