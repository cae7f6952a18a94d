#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/MessagePanel.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/verbs.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace headlight;
using test::control;

class MessagePanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        window_ = std::make_unique<QWidget>();
        window_->resize(900, 600);
        panel_ = new MessagePanel(*bench_);
        panel_->setParent(window_.get());
        bench_->add(*panel_);
        window_->show();
    }
    void cleanup() {
        bench_->remove(*panel_);
        window_.reset();
        bench_.reset();
    }

    void nothingToSayNothingShown() { QVERIFY(panel_->isHidden()); }

    void aProblemFloatsOverTheLowerEdgeUntilItIsDismissed() {
        bench_->report("\"abc\" is not a number.");
        QVERIFY(panel_->isVisible());
        QCOMPARE(control<QLabel>(*panel_, "Message")->text(), QString("\"abc\" is not a number."));
        QVERIFY(window_->rect().contains(panel_->geometry()));
        QVERIFY(panel_->geometry().top() > window_->height() / 2);
        QTest::mouseClick(control<QPushButton>(*panel_, "Dismiss"), Qt::LeftButton);
        QVERIFY(panel_->isHidden());
        QVERIFY(bench_->state().problem.isEmpty());
    }

    void itsColoursSayWhichKindItIs_data() {
        QTest::addColumn<MessageKind>("kind");
        QTest::addColumn<QColor>("border");
        QTest::newRow("it failed") << MessageKind::Failure << lightTheme().error;
        QTest::newRow("done in part") << MessageKind::Caution << lightTheme().caution;
        QTest::newRow("done") << MessageKind::Success << lightTheme().positive;
    }
    void itsColoursSayWhichKindItIs() {
        QFETCH(MessageKind, kind);
        applyTheme(*qApp, lightTheme());
        for (const MessageKind before : {MessageKind::Failure, MessageKind::Success, MessageKind::Caution}) {
            bench_->report("One.", before);
            bench_->report("Two.", kind);
            const QImage picture = panel_->grab().toImage();
            QTEST(picture.pixelColor(picture.width() / 2, 0), "border");
            QTEST(control<QLabel>(*panel_, "Message")->palette().color(QPalette::WindowText), "border");
        }
        bench_->report("One.", kind);
        QVERIFY(
            !bench_->apply("Fails", [](const Session&, const Watch&) -> Result<Session> { return Problem{"No."}; }));
        QCOMPARE(bench_->state().problemKind, MessageKind::Failure);
    }

    void aLongOneIsShownWhole() {
        bench_->report(QString("A very long sentence about what went wrong. ").repeated(12));
        auto* label = control<QLabel>(*panel_, "Message");
        QVERIFY(label->height() >= label->heightForWidth(label->width()));
        QVERIFY(window_->rect().contains(panel_->geometry()));
    }

    void itFollowsTheWindow() {
        bench_->report("A problem.");
        window_->resize(500, 400);
        QTRY_VERIFY(window_->rect().contains(panel_->geometry()));
    }

    void theNextEditThatSucceedsClearsIt() {
        bench_->report("A problem.");
        QVERIFY(bench_->apply("Type", testing::giving(withSentence(bench_->state().session, "one"))));
        QVERIFY(panel_->isHidden());
    }

private:
    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<QWidget> window_;
    MessagePanel* panel_ = nullptr;
};

QTEST_MAIN(MessagePanelTest)
#include "tst_messagePanel.moc"
