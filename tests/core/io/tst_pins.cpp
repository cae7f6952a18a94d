// Tests named states: their edits, and how a file stores them.
#include "io/fileSize.h"
#include "io/sessionFile.h"
#include "session/Limits.h"
#include "session/StoredSession.h"
#include "session/edits.h"

#include <QTest>

using namespace headlight;

namespace {

Session start() { return *withSentence(newSession(1, 4, 2, 3, 3), "My shoes are black"); }

Session edited(const Session& session, Parameter parameter = Parameter::Wq, int head = 1) {
    return *withCell(session, {parameter, 0, head}, 0, 0, 5);
}

Session comeBack(const Session& session) {
    const auto read = parseSession(sessionText({session, {}}));
    return read ? read->session : Session();
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

std::string pinsOf(const Session& session) {
    const std::string text = sessionText({session, {}});
    return text.substr(text.find("\"pins\""));
}

} // namespace

class PinsTest : public QObject {
    Q_OBJECT

private slots:
    void aPinIsTheSessionAsItWas() {
        const Session before = start(), now = edited(*withPin(before, "first"));
        QVERIFY(pinned(now, "first") && sameValues(*pinned(now, "first"), before));
        QVERIFY(!pinned(now, "second") && !pinned(before, "first"));
        const Session back = *withPinnedState(now, "first");
        QVERIFY(pinned(back, "first"));
        QVERIFY(sameValues(*withoutPin(back, "first"), before) && !withoutPin(back, "first")->pins);
        QVERIFY(!pinned(*withPin(now, "second"), "second")->pins); // a pin has no pins
    }

    void whatCannotBePinned_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("why");
        QTest::newRow("no name") << ""
                                 << "needs a name";
        QTest::newRow("taken") << "state 1"
                               << "Choose another name";
        QTest::newRow("too many") << "more"
                                  << "At most 16 states";
    }
    void whatCannotBePinned() {
        QFETCH(QString, name);
        QFETCH(QString, why);
        Session session = start();
        for (int i = 0; i < kMaxPins; ++i) session = *withPin(session, "state " + std::to_string(i));
        const auto made = withPin(session, name.toStdString());
        QVERIFY(!made && QString::fromStdString(made.text()).contains(why));
        QVERIFY(!withoutPin(session, "unknown") && !withPinnedState(session, "unknown"));
    }

    /// A matrix equal to the session's is written as null; one that the state does not have is left out.
    void equalMatricesAreNull() {
        const Session with = *withOptional(start(), 0, Parameter::Wo, true);
        const std::string same = pinsOf(*withPin(with, "a"));
        QCOMPARE(count(same, "\"rows\""), std::size_t(0));
        QCOMPARE(count(same, "null"), std::size_t(9)); // X, W_q, W_k, W_v of two heads, W_o; no second sentence
        QCOMPARE(count(pinsOf(edited(*withPin(with, "a"))), "\"rows\""), std::size_t(1));
        QVERIFY(count(pinsOf(*withOptional(*withPin(start(), "a"), 0, Parameter::Wo, true)), "\"W_o\"") == 0);
    }

    void whatIsWrittenComesBack_data() {
        QTest::addColumn<Session>("session");
        const auto row = [](const char* name, const Session& session) { QTest::newRow(name) << session; };
        const Session one = *withPin(start(), "a");
        row("equal", one);
        row("an edit", edited(one));
        row("two pins", *withPin(edited(one), "b"));
        row("a head removed", *withHeadRemoved(one, 0, 0));
        row("a head duplicated, and changed", edited(*withHeadDuplicated(one, 0, 0), Parameter::Wq, 0));
        row("a layer more", *withLayerAdded(one));
        row("a layer less", *withLayerRemoved(*withPin(*withLayerAdded(start()), "a"), 0));
        row("no weights now", *withoutTrainableWeights(one, 0));
        row("no weights then", *withTrainableWeights(*withPin(*withoutTrainableWeights(start(), 0), "a"), 0));
        row("another sentence", *withSentence(one, "One word more"));
        row("another width", *withEmbeddingSize(one, 5));
        row("a second sentence then", *withSecondSentence(*withPin(*withSecondSentence(start(), true), "a"), false));
        row("positions", *withPositions(*withPin(*withPositions(start(), Positions::Kind::Learned), "a"), {}));
        row("an equal mask", *withPin(*withGivenMask(start(), 0, true), "a"));
        row("a mask then", *withGivenMask(*withPin(*withGivenMask(start(), 0, true), "a"), 0, false));
        row("a mask now", *withGivenMask(one, 0, true));
        row("a norm", *withNorm(*withPin(*withNorm(start(), 0, Norm()), "a"), 0, {}));
    }
    void whatIsWrittenComesBack() {
        QFETCH(Session, session);
        const Session back = comeBack(session);
        QVERIFY(back.pins);
        QVERIFY(sameValues(back, session) || sessionText({back, {}}) == sessionText({session, {}}));
        QCOMPARE(sessionText({back, {}}), sessionText({session, {}}));
    }

    void equalBlocksAreShared() {
        const Session back = comeBack(*withPin(start(), "a"));
        QVERIFY(pinned(back, "a")->layers[0].allHeads[0][Parameter::Wq].kept ==
                back.layers[0].allHeads[0][Parameter::Wq].kept);
        QVERIFY(pinned(back, "a")->text.embeddings == back.text.embeddings);
    }

    /// Pins of equal numbers are equal, whatever their blocks; a session with another pin is another session.
    void pinsAreComparedByValue() {
        const Session session = edited(*withPin(start(), "a"));
        QVERIFY(sameValues(comeBack(session), comeBack(session)));
        QVERIFY(!sameValues(session, *withoutPin(session, "a")));
        QVERIFY(!sameValues(session, *withPin(*withoutPin(session, "a"), "a"))); // a pin of another state
    }

    void theirNumbersCount() {
        const Session one = start(), equal = *withPin(one, "a"), other = edited(equal);
        QCOMPARE(bytesInFile(equal), bytesInFile(one));
        QCOMPARE(bytesInFile(other), bytesInFile(one) + 16 * 4 * 3); // W_q of a head
        QVERIFY(StoredSession(other).bytesBeside(StoredSession(edited(one))) >
                StoredSession(edited(one)).bytesBeside(StoredSession(edited(one))) + 4 * 4 * 3);
    }

    /// The session's 500 drawings have 32,000 layers, so that 18,000 are left: 281 drawings of the pin, and 16 layers.
    void theirDrawingsCount_data() {
        QTest::addColumn<int>("last"); // layers of the last drawing
        QTest::addColumn<QString>("why");
        QTest::newRow("as many as may be") << 16 << "";
        QTest::newRow("one more") << 17
                                  << "pins[0].session.drawings[281].layers[16] exceeds the limit of 50000 layers in "
                                     "all \"drawings\" of a file; remove drawings that no \"drawn_by\" names (line 1, ";
    }
    void theirDrawingsCount() {
        QFETCH(int, last);
        QFETCH(QString, why);
        const auto one = [](int layers) { return "{\"layers\": [" + QStringList(layers, "{}").join(',') + "]}"; };
        const auto all = [&](int count) { return QStringList(count, one(kMaxLayers)).join(','); };
        const QString text = R"({"format": "headlight-session", "version": 1, "sentence": "a", "drawings": [%1],
                                 "pins": [{"name": "a", "session": {"sentence": "a", "drawings": [%2, %3]}}]})";
        const auto read = parseSession(text.simplified().arg(all(500), all(281), one(last)).toStdString());
        QVERIFY2(read ? why.isEmpty() : !why.isEmpty() && QString::fromStdString(read.text()).startsWith(why),
                 read ? "it is read" : read.text().c_str());
    }

    void wrongPinsAreNamed_data() {
        QTest::addColumn<QString>("pins");
        QTest::addColumn<QString>("why");
        const QString session = R"({"sentence": "a", "layers": [{"heads": [{"W_q": {"rows": [[1], [2]]}}]}]})";
        QTest::newRow("twice") << R"([{"name": "a", "session": {"sentence": "a"}},
                                      {"name": "a", "session": {"sentence": "a"}}])"
                               << "pins[1].name is the name of two pins";
        QTest::newRow("misfit") << R"([{"name": "a", "session": )" + session + "}]"
                                << "pins[0].session: layers[0].heads[0]";
    }
    void wrongPinsAreNamed() {
        QFETCH(QString, pins);
        QFETCH(QString, why);
        const QString text = R"({"format": "headlight-session", "version": 1, "sentence": "a", "pins": %1})";
        const auto read = parseSession(text.arg(pins).toStdString());
        QVERIFY2(!read && QString::fromStdString(read.text()).contains(why), read ? "" : read.text().c_str());
    }
};

QTEST_APPLESS_MAIN(PinsTest)
#include "tst_pins.moc"
