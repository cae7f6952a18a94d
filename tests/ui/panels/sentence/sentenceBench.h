#pragma once
// The panel of the sentence, with the example of the notebooks.

#include "controls/TokenChips.h"
#include "panels/sentence/SentencePanel.h"
#include "support/bench.h"
#include "support/controls.h"

#include <QApplication>
#include <QClipboard>
#include <QPlainTextEdit>

#include <memory>

namespace headlight::testing {

struct SentenceBench {
    void start(const Session& session = shoesSession()) {
        t_.reset();
        t_ = std::make_unique<PanelBench<SentencePanel>>(session, QSize(1280, 100));
        t_->panel->setClock([this] { return now_; });
        QVERIFY(atRest(*t_->panel));
        field()->setFocus();
    }
    void paste(const QString& text) { ///< over the whole text
        field()->selectAll();
        QApplication::clipboard()->setText(text);
        QTest::keySequence(field(), QKeySequence::Paste);
    }
    QPlainTextEdit* field() { return control<QPlainTextEdit>(*t_->panel, "Sentence"); }
    TokenChips* chips() { return control<TokenChips>(*t_->panel, "Tokens"); }
    QModelIndex token(int place) { return chips()->model()->index(place, 0); }
    QRect chip(int place) { return chips()->visualRect(token(place)); }
    QString tip(int place) { return token(place).data(Qt::ToolTipRole).toString(); }
    QString summary() { return chips()->accessibleDescription(); }

    std::int64_t now_ = 0; ///< the clock of the tests, which they advance
    std::unique_ptr<PanelBench<SentencePanel>> t_;
};

} // namespace headlight::testing
