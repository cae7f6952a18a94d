// The steps of the computation as numbered pictures.
#include "export/ExportPlan.h"
#include "export/render.h"
#include "ui/export/pictures.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

View atQuery(int query) {
    View view;
    view.head = 1;
    view.query = query;
    return view;
}

} // namespace

class RenderStepsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void thereIsAPictureForEachStep() {
        QVERIFY(write().ok());
        const QStringList names = QDir(folder_->path()).entryList({"*.png"}, QDir::Files, QDir::Name);
        QCOMPARE(names.size(), Walk(eight(), 0, 1, 2).count());
        QCOMPARE(names.first(), QString("01.png"));
        QCOMPARE(names.last(), QString("25.png"));
        std::set<QByteArray> contents;
        for (const QString& name : names) contents.insert(read(name));
        QCOMPARE(static_cast<qsizetype>(contents.size()), names.size()); // all pictures differ
    }

    /// The first numbers of the query's row are shown; cells that are not computed yet have the paper's colour.
    void aPictureShowsHowFarItIs() {
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.maps.numbers = false;
        spec.step = Step{Stage::Scores, Step::Part::Key, 3};
        const auto plan = planExport(eight(), spec);
        const auto image = renderImage(eight(), atQuery(2), spec);
        QVERIFY(plan.ok() && image.ok());
        for (const PlannedMap& map : plan->maps) {
            const PlannedStage& stage = plan->stages[static_cast<std::size_t>(map.stage)];
            for (int key = 0; key < 8; ++key) {
                const QPointF at(map.map.left() + map.map.width() * (key + 0.5) / 8,
                                 map.map.top() + map.map.height() * 2.5 / 8);
                const bool isBlank = map.head == 1 && (stage.stage == Stage::Weights || key > 3);
                QCOMPARE(image->pixel(at.toPoint()) == lightTheme().surface.rgb(), isBlank);
            }
        }
    }

    void itsWordsStandBelow() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.step = Step{Stage::Scores, Step::Part::Key, 3};
        const QString texts = textsOf(render(eight(), atQuery(2), spec).value()).join(' ');
        QVERIFY2(texts.contains("8 / 25"), qPrintable(texts));
        QVERIFY2(texts.contains("Score of"), qPrintable(texts));
    }

    void itCanBeStopped() {
        int looks = 100;
        QVERIFY(!write([&](double) { return --looks > 0; }).ok());
        QVERIFY(QDir(folder_->path()).entryList({"*.png"}, QDir::Files).size() < 25);
    }

    void aFolderThatIsNotThereIsAProblem() {
        QVERIFY(folder_->remove());
        QVERIFY(!write().ok());
    }

private:
    Result<void> write(const Watch& watch = {}) {
        return writeSteps(eight(), atQuery(2), specFor(ExportFormat::Png), folder_->path().toStdString(), watch);
    }
    QByteArray read(const QString& name) const {
        QFile file(folder_->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_MAIN(RenderStepsTest)
#include "tst_renderSteps.moc"
