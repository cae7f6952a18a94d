#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/MessagePanel.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/givenEdit.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

using namespace headlight;
using testing::control;

class MessagePanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        window_ = std::make_unique<QWidget>();
        window_->resize(900, 600);
        auto* column = new QVBoxLayout(window_.get());
        column->addWidget(above_ = new QWidget, 1);
        panel_ = new MessagePanel(*bench_, window_.get());
        column->addWidget(panel_);
        bench_->add(*panel_);
        window_->show();
    }
    void cleanup() {
        bench_->remove(*panel_);
        window_.reset();
        bench_.reset();
    }

    void nothingToSayNothingShown() { QVERIFY(panel_->isHidden()); }

    void aProblemTakesARowOfItsOwnUntilItIsDismissed() {
        bench_->messages().report("\"abc\" is not a number.");
        QVERIFY(panel_->isVisible());
        QCOMPARE(control<QLabel>(*panel_, "Message")->text(), QString("\"abc\" is not a number.").toHtmlEscaped());
        QTRY_VERIFY(isUnderTheRest());
        QTest::mouseClick(control<QPushButton>(*panel_, "Dismiss"), Qt::LeftButton);
        QVERIFY(panel_->isHidden());
        QVERIFY(bench_->state().problem.isEmpty());
    }

    /// During a drag nothing moves: a message appears or disappears when it ends.
    void aDragIsNotDisturbed() {
        bench_->set(&ViewState::isDragging, true);
        bench_->messages().report("Too large.");
        QVERIFY(panel_->isHidden());
        bench_->set(&ViewState::isDragging, false);
        QVERIFY(panel_->isVisible());
        bench_->set(&ViewState::isDragging, true);
        bench_->messages().report({});
        QVERIFY(panel_->isVisible());
        bench_->set(&ViewState::isDragging, false);
        QVERIFY(panel_->isHidden());
    }

    void itsColoursSayWhichKindItIs_data() {
        QTest::addColumn<MessageKind>("kind");
        QTest::addColumn<QColor>("border");
        QTest::newRow("it failed") << MessageKind::Failure << lightTheme().error;
        QTest::newRow("done in part") << MessageKind::Caution << lightTheme().text;
    }
    void itsColoursSayWhichKindItIs() {
        QFETCH(MessageKind, kind);
        applyTheme(*qApp, lightTheme());
        for (const MessageKind before : {MessageKind::Failure, MessageKind::Caution}) {
            bench_->messages().report("One.", before);
            bench_->messages().report("Two.", kind);
            const QImage picture = panel_->layout()->itemAt(0)->widget()->grab().toImage();
            QTEST(picture.pixelColor(picture.width() / 2, 0), "border");
            QTEST(control<QLabel>(*panel_, "Message")->palette().color(QPalette::WindowText), "border");
        }
        bench_->messages().report("One.", kind);
        QVERIFY(
            !bench_->apply("Fails", [](const Session&, const Watch&) -> Result<Session> { return Problem{"No."}; }));
        QCOMPARE(bench_->state().problemKind, MessageKind::Failure);
    }

    /// The message covers the status line with its notices, so a notice is shown below the message.
    void aNoticeStandsBelowIt() {
        auto* notice = control<QLabel>(*panel_, "Notice beside the message");
        bench_->messages().tell("Text size: 110 %");
        QVERIFY(panel_->isHidden());
        bench_->messages().report("Nothing was pasted.");
        QVERIFY(panel_->isVisible() && notice->isVisible());
        QCOMPARE(notice->text(), QString("Text size: 110 %"));
        bench_->messages().tell("Text size: 120 %");
        QCOMPARE(control<QLabel>(*panel_, "Message")->text(), QString("Nothing was pasted."));
        QCOMPARE(notice->text(), QString("Text size: 120 %"));
        QTRY_VERIFY(notice->y() > control<QLabel>(*panel_, "Message")->geometry().bottom());
        bench_->messages().tell({});
        QVERIFY(panel_->isVisible() && !notice->isVisible());
    }

    void aLongOneIsShownWhole() {
        bench_->messages().report(QString("A very long sentence about what went wrong. ").repeated(12));
        auto* label = control<QLabel>(*panel_, "Message");
        QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
        QVERIFY(isUnderTheRest());
    }

    void itFollowsTheWindow() {
        bench_->messages().report("A problem.");
        window_->resize(500, 400);
        QTRY_VERIFY(isUnderTheRest());
    }

    void theNextEditThatSucceedsClearsIt() {
        bench_->messages().report("A problem.");
        QVERIFY(bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, "one"))));
        QVERIFY(panel_->isHidden());
    }

private:
    bool isUnderTheRest() const {
        return window_->rect().contains(panel_->geometry()) && panel_->y() > above_->geometry().bottom();
    }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<QWidget> window_;
    MessagePanel* panel_ = nullptr;
    QWidget* above_ = nullptr;
};

QTEST_MAIN(MessagePanelTest)
#include "tst_messagePanel.moc"
