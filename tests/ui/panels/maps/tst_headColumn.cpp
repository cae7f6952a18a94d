// What is shown of a head goes when the head does, whatever happens before Qt comes to delete it.
#include "panels/maps/HeadColumn.h"
#include "style/Theme.h"
#include "style/textSize.h"

#include <QApplication>
#include <QLabel>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace headlight;

class HeadColumnTest : public QObject {
    Q_OBJECT

private slots:
    /// The labels are deleted later: another size of text finds them without their column.
    void goesBeforeItsLabels() {
        QWidget sheet;
        auto column = std::make_unique<HeadColumn>(0, 2, &sheet);
        const auto fonts = [&] {
            QStringList sizes;
            for (const QLabel* label : sheet.findChildren<QLabel*>()) sizes << label->font().toString();
            return sizes;
        };
        applyTextSize(*qApp, lightTheme(), 1);
        const QStringList before = fonts();
        QVERIFY(before.size() >= 3);
        column.reset();
        applyTextSize(*qApp, lightTheme(), 1.5);
        QVERIFY(fonts() != before); // they are there, and followed
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(sheet.findChildren<QLabel*>().isEmpty());
        applyTextSize(*qApp, lightTheme(), 1);
    }
};

QTEST_MAIN(HeadColumnTest)
#include "tst_headColumn.moc"
