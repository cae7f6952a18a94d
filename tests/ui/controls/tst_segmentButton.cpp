#include "controls/SegmentButton.h"

#include <QAccessible>
#include <QFrame>
#include <QPushButton>
#include <QTest>

#include <memory>

using namespace headlight;

class SegmentButtonTest : public QObject {
    Q_OBJECT

private slots:
    void exactlyOneIsOn() {
        auto *one = new QPushButton("one"), *two = new QPushButton("two");
        const std::unique_ptr<QFrame> track(makeTrack({one, two}));
        track->show();
        one->click();
        QVERIFY(one->isChecked() && !two->isChecked());
        two->click();
        two->click();
        QVERIFY(!one->isChecked() && two->isChecked());
        QVERIFY(QTest::qWaitForWindowActive(track.get()));
        two->setFocus();
        QTest::keyClick(two, Qt::Key_Left);
        QVERIFY(one->isChecked() && !two->isChecked());
        QCOMPARE(QAccessible::queryAccessibleInterface(one)->role(), QAccessible::RadioButton);
    }

    /// The name of a file has no subscripts, which are smaller.
    void onlyAFormulaHasSubscripts() {
        using enum SegmentButton::Kind;
        QVERIFY(SegmentButton("W_qk", Words).sizeHint().width() > SegmentButton("W_qk", Formula).sizeHint().width());
        QCOMPARE(SegmentButton("a&&b").sizeHint().width(), SegmentButton("a&b").sizeHint().width());
    }
};

QTEST_MAIN(SegmentButtonTest)
#include "tst_segmentButton.moc"
