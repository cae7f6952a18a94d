// The mask's tool tip compares its two modes, when somebody wants to know.
#include "document/largestDifference.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>

#include <functional>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Does something when the first answer has come to this thread, and nobody has read it yet.
class BeforeTheAnswer : public QObject {
public:
    BeforeTheAnswer(const QWidget& panel, std::function<void()> act) : act_(std::move(act)) {
        for (auto* asker : panel.findChildren<DifferenceAsker*>()) asker->installEventFilter(this);
    }
    int answers = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::MetaCall || answers++ > 0) return false;
        act_();
        return false;
    }

private:
    std::function<void()> act_;
};

} // namespace

class ModeTipTest : public QObject, PipelineBench {
    Q_OBJECT

private slots:
    void init() { begin("My shoes are small"); }
    void cleanup() { end(); }

    void withoutAMaskThereIsNothingToCompare() {
        wantTip();
        QCOMPARE(tip(), QString("Which keys each query may attend to"));
        mask(MaskMode::After, Normalisation::Sum); // whatever the mode
        wantTip();
        QCOMPARE(tip(), QString("Which keys each query may attend to"));
    }

    void theModesAreTheSame() {
        mask(MaskMode::Before);
        QCOMPARE(tip(), QString("Which keys each query may attend to")); // nobody has asked
        wantTip();
        QTRY_VERIFY2(tip().contains("gives the same weights"), qPrintable(tip()));
    }

    /// Beside a hidden score that is far larger "after" has nothing left: the whole weight is the difference.
    void theLargestDifferenceIsNamed_data() {
        QTest::addColumn<MaskMode>("mode");
        QTest::newRow("before") << MaskMode::Before;
        QTest::newRow("after") << MaskMode::After;
    }
    void theLargestDifferenceIsNamed() {
        QFETCH(MaskMode, mode);
        lose(mode);
        wantTip();
        QVERIFY(tip().contains("comparing") || tip().contains("by at most"));
        QTRY_VERIFY2(plain(tip()).contains("weights differ by at most 1 (Head 2, are → My)"), qPrintable(tip()));
        QVERIFY(tip().startsWith("Which keys each query may attend to\n"));
    }

    /// Another session has another difference; what was computed is not asked again.
    void itIsForgottenWithTheSession() {
        lose(MaskMode::After);
        wantTip();
        QTRY_VERIFY(tip().contains("by at most"));
        wantTip();
        QVERIFY(tip().contains("by at most"));
        mask(MaskMode::Before);
        QCOMPARE(tip(), QString("Which keys each query may attend to"));
    }

    /// Without a pointer, too: below the choice of the mode, and with it to those who hear it.
    void theFormSaysItToTheKeyboard() {
        lose(MaskMode::Before);
        word("Mask")->setFocus();
        QTest::keyClick(word("Mask"), Qt::Key_Space);
        QWidget* form = QApplication::activePopupWidget();
        QVERIFY(form);
        auto* mode = control<QComboBox>(*form, "Apply mask");
        const QString whole = "Before or after the softmax: weights differ by at most 1 (Head 2, are → My)";
        const auto said = [&] {
            for (const QLabel* label : form->findChildren<QLabel*>())
                if (label->isVisible() && plain(label->text()) == whole) return true;
            return false;
        };
        QTRY_VERIFY(said());
        QCOMPARE(plain(mode->accessibleDescription()), whole);
        edit(withOptions(session(), 0, [&] {
            Options options = this->options();
            options.temperature = 100;
            return options;
        }()));
        QVERIFY(!said());
        QTRY_VERIFY(mode->accessibleDescription().contains("weights")); // asked again, since it is open
        edit(withOptions(session(), 0, Options{}));
        QVERIFY(mode->accessibleDescription().isEmpty() && !mode->isVisible());
    }

    /// An answer that is on its way when the session changes is to another question.
    void anOldAnswerIsNotShown_data() {
        QTest::addColumn<bool>("isAskedAgain");
        QTest::newRow("nobody asks") << false;
        QTest::newRow("asked again") << true;
    }
    void anOldAnswerIsNotShown() {
        QFETCH(bool, isAskedAgain);
        lose(MaskMode::After);
        BeforeTheAnswer late(*panel_, [&] {
            Options warm = options();
            warm.temperature = 100;
            edit(withOptions(session(), 0, warm));
            if (isAskedAgain) wantTip();
        });
        wantTip();
        QTRY_VERIFY(late.answers > 0);
        if (!isAskedAgain) QCOMPARE(tip(), QString("Which keys each query may attend to"));
        if (isAskedAgain) QTRY_VERIFY2(tip().contains("gives the same weights"), qPrintable(tip()));
    }

private:
    QString tip() { return word("Mask")->toolTip(); }
    static QString plain(QString text) { return text.remove(QChar(0x2068)).remove(QChar(0x2069)); }
    void wantTip() {
        const QPoint at = word("Mask")->rect().center();
        QHelpEvent event(QEvent::ToolTip, at, word("Mask")->mapToGlobal(at));
        QApplication::sendEvent(word("Mask"), &event);
    }
    void mask(MaskMode mode, Normalisation normalisation = Normalisation::Softmax) {
        Options options;
        options.mask.causal = true;
        options.maskMode = mode;
        options.normalisation = normalisation;
        edit(withOptions(session(), 0, options));
    }
    /// Head 2: the query of "are" is (0, 0, 100), the key of "small", which is hidden, (0, 0, 100), the others 0; but
    /// that of "My" is a little more than theirs.
    void lose(MaskMode mode) {
        edit(withEmbeddingSize(session(), 4));
        edit(withBlock(session(), {Parameter::X, 0, 0}, 0, 0, Matrix(Matrix::Identity(4, 4))));
        for (int head = 0; head < 2; ++head)
            for (const Parameter p : {Parameter::Wq, Parameter::Wk})
                edit(withBlock(session(), {p, 0, head}, 0, 0, Matrix(Matrix::Zero(4, 3))));
        edit(withCell(session(), {Parameter::Wq, 0, 1}, 2, 2, 100));
        edit(withCell(session(), {Parameter::Wk, 0, 1}, 3, 2, 100));
        edit(withCell(session(), {Parameter::Wk, 0, 1}, 0, 2, 3));
        Options options;
        options.mask.hidden = {3};
        options.maskMode = mode;
        edit(withOptions(session(), 0, options));
    }
};

QTEST_MAIN(ModeTipTest)
#include "tst_modeTip.moc"
