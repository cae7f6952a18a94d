// Each parameter of the list is named, edited, resized, checked, written and read as its line says.
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "support/everyParameter.h"

#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the parameters that have different numbers in two sessions of the same structure.
QStringList different(const Session& a, const Session& b) {
    QStringList names;
    forEachParameter(a, [&](const ParameterRef& ref, const ParameterValue& value) {
        const FrozenMatrix other = matrixOf(b, ref);
        if (!value != !other || (value && *value != *other))
            names << QString("%1, layer %2").arg(nameOf(ref).c_str()).arg(ref.layer);
    });
    return names;
}

bool hasWord(const Session& session, const std::string& word) {
    return sessionText({session, {}}).find(word) != std::string::npos;
}

} // namespace

class ParametersTest : public QObject {
    Q_OBJECT

private slots:
    void namesAreDistinct() {
        std::set<std::string> names;
        for (const ParameterInfo& info : parameters()) {
            QVERIFY(&infoOf(info.parameter) == &info);
            QVERIFY(names.insert(info.fileName()).second);
        }
    }

    void anEditChangesItAlone_data() { rowsOfParameters(); }
    void anEditChangesItAlone() {
        QFETCH(int, parameter);
        const Session before = withEveryParameter();
        const ParameterRef ref{Parameter(parameter), infoOf(Parameter(parameter)).scope == Scope::Session ? 0 : 1, 1};
        const auto after = withCell(before, ref, 0, 1, 7.5F);
        QVERIFY2(after.ok(), after ? "" : after.text().c_str());
        const QStringList changed = different(before, *after);
        QCOMPARE(changed.size(), 1);
        QVERIFY2(changed[0].startsWith(nameOf(ref).c_str()), qPrintable(changed[0]));
        QCOMPARE((*matrixOf(*after, ref))(0, 1), 7.5F);
        QVERIFY(!sameValues(before, *after));
    }

    /// After any change of a size the parameter has the shape of its line.
    void itFollowsTheSizes_data() { rowsOfParameters(); }
    void itFollowsTheSizes() {
        QFETCH(int, parameter);
        const ParameterInfo& info = infoOf(Parameter(parameter));
        const Session start = withEveryParameter();
        const Result<Session> changed[] = {withEmbeddingSize(start, 5), withKeySize(start, 0, 4),
                                           withValueSize(start, 1, 3), withHeadAdded(start, 0),
                                           withHeadRemoved(start, 1, 0)};
        for (const auto& session : changed) {
            QVERIFY2(session.ok(), session ? "" : session.text().c_str());
            QCOMPARE(firstInconsistency(*session).value_or(""), std::string());
            forEachParameter(*session, [&](const ParameterRef& ref, const ParameterValue& value) {
                if (ref.parameter != info.parameter) return;
                const Sizes sizes = sizesOf(*session, ref.layer);
                QVERIFY(value);
                QCOMPARE(value->rows(), lengthOf(info.rows, sizes));
                QCOMPARE(value->cols(), lengthOf(info.cols, sizes));
            });
        }
    }

    void aWrongShapeIsSaid_data() { rowsOfParameters(); }
    void aWrongShapeIsSaid() {
        QFETCH(int, parameter);
        const ParameterInfo& info = infoOf(Parameter(parameter));
        Session session = withEveryParameter();
        const bool isTable = info.scope == Scope::Session; // which may have more rows
        changeParameter(session, {info.parameter, 0, 0}, [&](ParameterValue& value) {
            value = Matrix(Matrix::Ones(value->rows() + (isTable ? 0 : 1), value->cols() + (isTable ? 1 : 0)));
        });
        const std::string said = firstInconsistency(session).value_or("nothing");
        QVERIFY2(said.find(info.fileName()) != said.npos, said.c_str());
    }

    /// Older programs must refuse a file with what they would not compute.
    void itIsWrittenAndRead_data() { rowsOfParameters(); }
    void itIsWrittenAndRead() {
        QFETCH(int, parameter);
        const ParameterInfo& info = infoOf(Parameter(parameter));
        const Session all = withEveryParameter();
        const auto back = parseSession(sessionText({all, {}}));
        QVERIFY2(back.ok(), back ? "" : back.text().c_str());
        QCOMPARE(different(all, back->session), QStringList());
        const bool isByItself = info.presence == Presence::Optional || info.presence == Presence::BehindWeight;
        if (!isByItself) return;
        Session one = *withSentence(newSession(1, 4, 2, 3, 2), "a b");
        if (info.weight && !matrixOf(one, {*info.weight, 0, 0})) one = *withOptional(one, 0, *info.weight, true);
        one = *withOptional(one, 0, info.parameter, true);
        const std::string version = info.inVersion1 ? "1" : "2";
        QVERIFY(hasWord(one, "\"version\": " + version + ",") && hasWord(one, "\"min_reader\": " + version + ","));
        QVERIFY(hasWord(one, std::string("\"") + info.symbol + "\": {"));
    }
};

QTEST_GUILESS_MAIN(ParametersTest)
#include "tst_parameters.moc"
