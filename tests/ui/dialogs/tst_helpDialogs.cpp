#include "backend/backends.h"
#include "dialogs/helpDialogs.h"
#include "document/Workbench.h"
#include "support/controls.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace headlight;

class HelpDialogsTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsSaidCanBeSelectedAndCopied() {
        Workbench bench(std::move(*makeBackend(kDefaultBackend)));
        auto facts = machineFacts(bench.state());
        facts.push_back({"Markup", "<b>1 & 2</b>"});
        ComputerDialog dialog(facts);
        dialog.show();
        auto* text = testing::control<QLabel>(dialog, "System information");
        QVERIFY(text->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
        QVERIFY(text->text().contains("&lt;b&gt;1 &amp; 2"));
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text() == "&Copy") button->click();
        const QString copied = QApplication::clipboard()->text();
        for (const char* fact : {"Computed by: CPU", "Memory: ", "Memory for scores: 1 GB",
                                 "Processor: ", "Headlight: ", "Markup: <b>1 & 2</b>"})
            QVERIFY2(copied.contains(fact), qPrintable(copied));
        QVERIFY(text->height() >= text->heightForWidth(text->width()));
    }
};

QTEST_MAIN(HelpDialogsTest)
#include "tst_helpDialogs.moc"
