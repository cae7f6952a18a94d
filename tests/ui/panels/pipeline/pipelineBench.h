#pragma once
// The strip on a workbench, and the popup of an operation.

#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/pipeline/PipelinePanel.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/patience.h"

#include <QApplication>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight::testing {

struct PipelineBench {
    void begin(const std::string& sentence) {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        edit(withSentence(session(), sentence));
        window_ = std::make_unique<QWidget>();
        window_->resize(1280, 900);
        panel_ = new PipelinePanel(*bench_);
        auto* rows = new QVBoxLayout(window_.get());
        rows->setContentsMargins(0, 0, 0, 0);
        rows->addWidget(panel_);
        rows->addStretch();
        bench_->add(*panel_);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience()));
    }
    void end() {
        if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        bench_->remove(*panel_);
        window_.reset();
        bench_.reset();
    }

    const Session& session() const { return bench_->state().session; }
    const Options& options(std::size_t layer = 0) const { return session().layers[layer].options; }
    void edit(const Result<Session>& edited) {
        QVERIFY(bench_->apply(QStringLiteral("Edit"), testing::givenEdit(edited)));
    }
    QToolButton* word(const QString& name) { return control<QToolButton>(*window_, name); }
    void open(const QString& name) {
        if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        const auto isNamed = [&](const Operation& one) { return one.shownName() == name; };
        if (word(name)->isEnabled())
            QTest::mouseClick(word(name), Qt::LeftButton);
        else // plain text, which opens only after "+ Add"
            panel_->open(*std::ranges::find_if(operations(), isNamed));
        QVERIFY(QApplication::activePopupWidget());
        QCOMPARE(QApplication::activePopupWidget()->accessibleName(), name);
    }
    QString lastStep() const { return bench_->document().history().undoText(); }
    int steps() const { return bench_->document().history().count(); }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<QWidget> window_;
    PipelinePanel* panel_ = nullptr;
};

} // namespace headlight::testing
