// What a file says and nobody knows stays with the head or layer that it was said of.
#include "io/sessionFile.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

namespace {

using Verb = std::function<Result<Session>(const Session&)>;

/// Two layers of twelve heads, some of which have unknown members.
Session sample() {
    Session session = *withLayerAdded(*withSentence(newSession(7, 3, 12, 2, 2), "a b"));
    session.unknown = UnknownMembers{{"", "S"},
                                     {"tokenizer", "T"},
                                     {"view.selection", "V"},
                                     {"layers[0]", "A"},
                                     {"layers[0].heads[0]", "A0"},
                                     {"layers[0].heads[1]", "A1"},
                                     {"layers[0].heads[10]", "A10"},
                                     {"layers[1].options", "B"},
                                     {"layers[1].heads[1]", "B1"}};
    return session;
}

QString shown(const Session& session) {
    QStringList all;
    for (const auto& [field, members] : *session.unknown)
        all << QString::fromStdString(field + "=" + members).replace("layers", "l").replace("heads", "h");
    return all.join(u' ');
}

} // namespace

class UnknownMembersTest : public QObject {
    Q_OBJECT

private slots:
    void theyStayWithTheirObjects_data() {
        QTest::addColumn<Verb>("verb");
        QTest::addColumn<QString>("now");
        const auto row = [](const char* name, const Verb& verb, const char* now) {
            QTest::newRow(name) << verb << QString::fromLatin1(now);
        };
        row(
            "duplicate a head", [](const Session& s) { return withHeadDuplicated(s, 0, 1); },
            "=S l[0]=A l[0].h[0]=A0 l[0].h[11]=A10 l[0].h[1]=A1 l[0].h[2]=A1 l[1].h[1]=B1 l[1].options=B tokenizer=T "
            "view.selection=V");
        row(
            "remove a head", [](const Session& s) { return withHeadRemoved(s, 0, 0); },
            "=S l[0]=A l[0].h[0]=A1 l[0].h[9]=A10 l[1].h[1]=B1 l[1].options=B tokenizer=T view.selection=V");
        row(
            "remove a head without any", [](const Session& s) { return withHeadRemoved(s, 0, 5); },
            "=S l[0]=A l[0].h[0]=A0 l[0].h[1]=A1 l[0].h[9]=A10 l[1].h[1]=B1 l[1].options=B tokenizer=T "
            "view.selection=V");
        row(
            "duplicate a layer", [](const Session& s) { return withLayerDuplicated(s, 0); },
            "=S l[0]=A l[0].h[0]=A0 l[0].h[10]=A10 l[0].h[1]=A1 l[1]=A l[1].h[0]=A0 l[1].h[10]=A10 l[1].h[1]=A1 "
            "l[2].h[1]=B1 l[2].options=B tokenizer=T view.selection=V");
        row(
            "remove a layer", [](const Session& s) { return withLayerRemoved(s, 0); },
            "=S l[0].h[1]=B1 l[0].options=B tokenizer=T view.selection=V");
        row(
            "no weights, one head", [](const Session& s) { return withoutTrainableWeights(s, 0); },
            "=S l[0]=A l[0].off.trained.h[0]=A0 l[0].off.trained.h[10]=A10 l[0].off.trained.h[1]=A1 l[1].h[1]=B1 "
            "l[1].options=B tokenizer=T view.selection=V");
    }
    void theyStayWithTheirObjects() {
        QFETCH(Verb, verb);
        QFETCH(QString, now);
        const Session before = sample();
        const auto after = verb(before);
        QVERIFY2(after.ok(), after ? "" : after.text().c_str());
        QCOMPARE(shown(*after), now);
        QVERIFY(!sameValues(before, *after));
    }

    /// What is switched off takes it along, also into its file, and comes back with it.
    void aSwitchTakesThemAlong_data() {
        QTest::addColumn<Verb>("off");
        QTest::addColumn<Verb>("on");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* field, const Verb& off, const Verb& on) {
            QTest::newRow(field) << off << on << QString(field);
        };
        row(
            "context_sentence.tokenizer", [](const Session& s) { return withSecondSentence(s, false); },
            [](const Session& s) { return withSecondSentence(s, true); });
        row(
            "positions", [](const Session& s) { return withPositions(s, {}); },
            [](const Session& s) { return withPositions(s, Positions::Kind::Learned); });
        row(
            "layers[0].norm", [](const Session& s) { return withNorm(s, 0, {}); },
            [](const Session& s) { return withNorm(s, 0, s.layers[0].offNorm); });
        row(
            "layers[0].options.dropout",
            [](const Session& s) {
                Options options = s.layers[0].options;
                options.dropout.reset();
                return withOptions(s, 0, options);
            },
            [](const Session& s) {
                Options options = s.layers[0].options;
                options.dropout = s.layers[0].offDropout;
                return withOptions(s, 0, options);
            });
        row(
            "layers[0].heads[1]", [](const Session& s) { return withoutTrainableWeights(s, 0); },
            [](const Session& s) { return withTrainableWeights(s, 0); });
    }
    void aSwitchTakesThemAlong() {
        QFETCH(Verb, off);
        QFETCH(Verb, on);
        QFETCH(QString, field);
        Session session = *withSecondSentence(*withSentence(newSession(7, 3, 2, 2, 2), "a b"), true);
        session = *withNorm(*withPositions(session, Positions::Kind::Learned), 0, Norm{});
        Options options;
        options.dropout = Dropout{};
        session = *withOptions(session, 0, options);
        session.unknown = UnknownMembers{{field.toStdString(), "{\"mood\": 1}"}};
        const Session there = *off(session);
        QCOMPARE(there.unknown->size(), std::size_t(1));
        QVERIFY(!there.unknown->contains(field.toStdString()));
        const auto read = parseSession(sessionText({there, {}}));
        QVERIFY2(read.ok(), read.ok() ? "" : read.text().c_str());
        QVERIFY(read->session.unknown && *read->session.unknown == *there.unknown);
        QVERIFY(*on(there)->unknown == *session.unknown);
    }

    /// Whatever is said of an object that was there says nothing of a new one.
    void whatIsNewHasNone_data() {
        QTest::addColumn<Verb>("verb");
        QTest::newRow("head") << Verb([](const Session& s) { return withHeadAdded(s, 0); });
        QTest::newRow("layer") << Verb([](const Session& s) { return withLayerAdded(s); });
        QTest::newRow("options") << Verb([](const Session& s) {
            Options options;
            options.temperature = 2;
            return withOptions(s, 1, options);
        });
        QTest::newRow("tokenizer") << Verb([](const Session& s) { return withTokenizer(s, {"characters", ""}); });
    }
    void whatIsNewHasNone() {
        QFETCH(Verb, verb);
        const Session before = sample();
        const auto after = verb(before);
        QVERIFY(after.ok() && !(*after == before));
        QVERIFY(after->unknown == before.unknown); // the very same block
    }

    void aSessionWithoutAnyHoldsNothing() {
        const Session session = newSession(7, 3, 2, 2, 2);
        QVERIFY(!session.unknown);
        QVERIFY(!withHeadDuplicated(session, 0, 0)->unknown);
    }

    void oneMemberMoreIsAnotherSession() {
        Session other = sample();
        QVERIFY(sameValues(other, sample())); // in blocks of their own
        UnknownMembers members = *other.unknown;
        members["layers[1].options"] = "C";
        other.unknown = members;
        QVERIFY(!sameValues(other, sample()));
    }
};

QTEST_GUILESS_MAIN(UnknownMembersTest)
#include "tst_unknownMembers.moc"
