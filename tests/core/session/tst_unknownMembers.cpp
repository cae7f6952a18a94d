// Members of a file that this version does not know stay with the object that had them.
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/pinned.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns a file with an unknown member in each object that it can have. `count` is their number.
SessionFile withUnknown(int& count) {
    count = 0;
    const auto next = [&count] { return UnknownMembers("{\"later\": " + std::to_string(++count) + "}"); };
    Session s = *withSecondSentence(*withSentence(newSession(7, 3, 2, 3, 3), "a b"), true);
    s = *withNorm(*withPositions(s, Positions::Kind::Learned), 0, Norm{});
    s.unknown = next();
    s.text.unknownOfTokenizer = next();
    s.source->unknown = next();
    s.source->unknownOfTokenizer = next();
    s.positions->unknown = next();
    Layer layer = s.layers[0];
    layer.unknown = next();
    layer.norm->unknown = next();
    layer.options.unknown = next();
    layer.options.mask.unknown = next();
    layer.options.dropout = Dropout{};
    layer.options.dropout->unknown = next();
    for (Head& head : layer.allHeads) head.unknown = next();
    s.layers.change(0, [&](Layer& now) { now = layer; });
    View view;
    view.signedColours = view.unsignedColours = ColourChoice{"viridis"};
    view.region[Side::Tokens] = {0, 1};
    view.unknown = {next(), next(), next(), next(), next()};
    return {s, view};
}

/// Returns the unknown members of a layer's heads, as "1 2".
std::string ofHeads(const Session& session, int layer) {
    std::string all;
    for (const Head& head : layerAt(session, layer).allHeads) all += (all.empty() ? "" : " ") + *head.unknown;
    return all;
}

} // namespace

class UnknownMembersTest : public QObject {
    Q_OBJECT

private slots:
    void areWrittenBackUnchanged() {
        int count = 0;
        const SessionFile file = withUnknown(count);
        const std::string text = sessionText(file);
        for (int i = 1; i <= count; ++i)
            QVERIFY2(text.find("\"later\": " + std::to_string(i) + "}") != text.npos ||
                         text.find("\"later\": " + std::to_string(i) + "\n") != text.npos,
                     std::to_string(i).c_str());
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.text().c_str());
        QVERIFY(sameValues(read->session, pinned(file.session)));
        QCOMPARE(QString::fromStdString(sessionText(*read)), QString::fromStdString(text));
    }

    /// Objects that are switched off keep their unknown members, too.
    void areWrittenBackUnchangedOfWhatIsOff() {
        int count = 0;
        SessionFile file = withUnknown(count);
        Session& s = file.session;
        s = *withNorm(*withPositions(*withSecondSentence(s, false), {}), 0, {});
        changing(s)->options.dropout.isOn = false;
        s = *withoutTrainableWeights(s, 0);
        const std::string text = sessionText(file);
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.text().c_str());
        QVERIFY(sameValues(read->session, pinned(s)));
        QCOMPARE(QString::fromStdString(sessionText(*read)), QString::fromStdString(text));
    }

    void moveWithTheirHeadsAndLayers() {
        Session s = *withSentence(newSession(7, 3, 3, 2, 2), "a b");
        for (int h = 0; h < 3; ++h) changing(s)->allHeads[static_cast<std::size_t>(h)].unknown = std::to_string(h);
        changing(s)->unknown = std::string("A");
        QCOMPARE(ofHeads(*withHeadDuplicated(s, 0, 1), 0), std::string("0 1 1 2"));
        QCOMPARE(ofHeads(*withHeadRemoved(s, 0, 0), 0), std::string("1 2"));
        const Session two = *withLayerDuplicated(s, 0);
        QCOMPARE(*two.layers[1].unknown, std::string("A"));
        QCOMPARE(ofHeads(two, 1), std::string("0 1 2"));
        QVERIFY(!withLayerAdded(s)->layers[1].unknown);
        s = *withNorm(s, 0, Norm{Norm::Place::Before, 1e-5, std::string("N")});
        changing(s)->options.dropout = Dropout{0.5, 1, std::string("D")};
        const Layer added = withLayerAdded(s)->layers[1];
        QVERIFY(added.norm && !added.norm->unknown && added.options.dropout && !added.options.dropout->unknown);
    }

    void equalOnesAreEqualValues() {
        int count = 0;
        const Session one = withUnknown(count).session, other = withUnknown(count).session;
        QVERIFY(sameValues(one, other));
        Session changed = other;
        changing(changed)->allHeads[1].unknown = std::string("{\"later\": 99}");
        QVERIFY(!sameValues(one, changed));
    }
};

QTEST_GUILESS_MAIN(UnknownMembersTest)
#include "tst_unknownMembers.moc"
