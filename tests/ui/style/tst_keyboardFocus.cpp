// The frame of the widget with the focus: keys show it, the mouse does not.
#include "style/KeyboardFocus.h"
#include "style/Theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

using namespace headlight;

class KeyboardFocusTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        applyTheme(*qApp, lightTheme());
        focus_ = std::make_unique<KeyboardFocus>(nullptr);
        window_ = std::make_unique<QWidget>();
        auto* column = new QVBoxLayout(window_.get());
        for (QWidget* one : QWidgetList{first_ = new QPushButton("First"), second_ = new QPushButton("Second"),
                            field_ = new QLineEdit})
            column->addWidget(one);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void aClickDrawsNoFocus() {
        QCOMPARE(framed(), nullptr);
        QTest::mouseClick(first_, Qt::LeftButton);
        QVERIFY(first_->hasFocus());
        QCOMPARE(framed(), nullptr);
        QTest::keyClick(first_, Qt::Key_Space); // presses it, and moves no focus
        QCOMPARE(framed(), nullptr);
        QTest::keyClick(first_, Qt::Key_Tab);
        QVERIFY(second_->hasFocus());
        QCOMPARE(framed(), second_);
        QTest::mouseClick(second_, Qt::LeftButton);
        QCOMPARE(framed(), nullptr);
    }

    /// Such a field has a caret and a border of its own.
    void aFieldHasNoFrame() {
        second_->setFocus();
        QTest::keyClick(second_, Qt::Key_Tab);
        QVERIFY(field_->hasFocus());
        QCOMPARE(framed(), nullptr);
        QTest::keyClick(field_, Qt::Key_Backtab);
        QCOMPARE(framed(), second_);
    }

    /// A window that is closed deletes the frame with it.
    void itGoesToAnotherWindow() {
        {
            QPushButton other("Other");
            other.show();
            other.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&other));
            QTest::keyClick(&other, Qt::Key_Tab);
        }
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        first_->setFocus();
        QTest::keyClick(first_, Qt::Key_Tab);
        QCOMPARE(framed(), second_);
    }

private:
    QWidget* framed() const {
        for (const QFocusFrame* frame : window_->findChildren<QFocusFrame*>())
            if (frame->isVisible()) return frame->widget();
        return nullptr;
    }

    std::unique_ptr<KeyboardFocus> focus_;
    std::unique_ptr<QWidget> window_;
    QPushButton *first_ = nullptr, *second_ = nullptr;
    QLineEdit* field_ = nullptr;
};

QTEST_MAIN(KeyboardFocusTest)
#include "tst_keyboardFocus.moc"
