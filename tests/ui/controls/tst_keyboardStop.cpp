// A row of buttons is one stop of Tab, with arrows between its buttons.
#include "controls/keyboardStop.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <array>
#include <memory>

using namespace headlight;

class KeyboardStopTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        window_ = std::make_unique<QWidget>();
        auto* all = new QHBoxLayout(window_.get());
        all->addWidget(before_ = new QLineEdit);
        all->addWidget(row_ = new QWidget);
        auto* buttons = new QHBoxLayout(row_);
        for (QPushButton*& button : buttons_) buttons->addWidget(button = new QPushButton("Button"));
        all->addWidget(behind_ = new QLineEdit);
        makeOneStop(*row_);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        before_->setFocus();
    }
    void cleanup() { window_.reset(); }

    void tabComesAndGoesOn() {
        QCOMPARE(goes(Qt::Key_Tab), buttons_[0]);
        QCOMPARE(goes(Qt::Key_Tab), behind_);
        QCOMPARE(goes(Qt::Key_Backtab), buttons_[0]); // from behind, too
        QCOMPARE(goes(Qt::Key_Backtab), before_);
    }

    void arrowsGoFromButtonToButton() {
        goes(Qt::Key_Tab);
        buttons_[1]->setEnabled(false);
        QCOMPARE(goes(Qt::Key_Right), buttons_[2]);
        QCOMPARE(goes(Qt::Key_Right), buttons_[2]); // the row ends
        QCOMPARE(goes(Qt::Key_Tab), behind_);
        QCOMPARE(goes(Qt::Key_Backtab), buttons_[2]); // the last that had the focus
        buttons_[2]->hide();
        behind_->setFocus();
        QCOMPARE(goes(Qt::Key_Backtab), buttons_[0]);
    }

    void enterPresses() {
        const QSignalSpy clicked(buttons_[0], &QPushButton::clicked);
        goes(Qt::Key_Tab);
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) goes(key);
        QCOMPARE(clicked.count(), 3);
    }

    void anAreaHasAFirstStop() {
        QCOMPARE(firstStop(*row_), buttons_[0]);
        buttons_[0]->hide();
        QCOMPARE(firstStop(*row_), buttons_[1]);
        QCOMPARE(firstStop(*behind_), behind_);
        row_->setEnabled(false);
        QCOMPARE(firstStop(*row_), nullptr);
    }

private:
    static QWidget* goes(Qt::Key key) {
        QTest::keyClick(QApplication::focusWidget(), key);
        return QApplication::focusWidget();
    }

    std::unique_ptr<QWidget> window_;
    QWidget* row_ = nullptr;
    QLineEdit *before_ = nullptr, *behind_ = nullptr;
    std::array<QPushButton*, 3> buttons_{};
};

QTEST_MAIN(KeyboardStopTest)
#include "tst_keyboardStop.moc"
