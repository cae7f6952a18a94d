#include "rest.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

using namespace headlight::monkey;

class RestTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        window_ = std::make_unique<QWidget>();
        child_ = new QWidget;
        child_->setObjectName("child");
        child_->setAccessibleName("Maps");
        auto* column = new QVBoxLayout(window_.get());
        column->addWidget(child_);
        window_->resize(100, 80);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void aWindowRestsThatDoesNothing() { QCOMPARE(watched(), QString()); }

    void whatMovesByItselfIsNamed() {
        QTimer timer;
        connect(&timer, &QTimer::timeout, child_, qOverload<>(&QWidget::update));
        timer.start(50);
        QCOMPARE(watched(), QString("The window moves by itself: paint event at QWidget child \"Maps\" in QWidget"));
    }

    void stepsThatPlayAreNoUnrest() {
        auto* pause = new QPushButton(window_.get());
        pause->setAccessibleName("Pause");
        pause->show();
        QTimer timer;
        connect(&timer, &QTimer::timeout, child_, qOverload<>(&QWidget::update));
        timer.start(50);
        QCOMPARE(watched(), QString());
    }

    void whatNeverEndsIsNamed() {
        Restless restless(*child_);
        QCoreApplication::postEvent(child_, new QEvent(QEvent::LayoutRequest));
        QCOMPARE(wrongRest(*window_),
                 QString("The window does not come to rest: layout request at QWidget child \"Maps\" in QWidget"));
    }

    /// The Run asks within a posted event. The events behind it must be handled before the oracle watches, and not be
    /// started by a tool tip.
    void whatWasPostedBeforeIsNoUnrest() {
        QString wrong = "not asked";
        QMetaObject::invokeMethod(
            this, [&] { wrong = watched(); }, Qt::QueuedConnection);
        QCoreApplication::postEvent(child_, new QEvent(QEvent::LayoutRequest));
        QTimer::singleShot(600, Qt::PreciseTimer, this,
                           [this] { QCoreApplication::postEvent(this, new QEvent(QEvent::User)); });
        QCoreApplication::processEvents();
        QCOMPARE(wrong, QString());
    }

private:
    /// Requests a layout with each layout, endlessly.
    struct Restless : QObject {
        explicit Restless(QWidget& widget) { widget.installEventFilter(this); }
        bool eventFilter(QObject* widget, QEvent* event) override {
            if (event->type() == QEvent::LayoutRequest)
                QCoreApplication::postEvent(widget, new QEvent(QEvent::LayoutRequest));
            return false;
        }
    };

    /// Asks until the call that watches for longer.
    QString watched() {
        QString wrong;
        for (int i = 0; i < kRestsPerWatch && wrong.isEmpty(); ++i) wrong = wrongRest(*window_);
        return wrong;
    }

    std::unique_ptr<QWidget> window_;
    QWidget* child_ = nullptr;
};

QTEST_MAIN(RestTest)
#include "tst_rest.moc"
