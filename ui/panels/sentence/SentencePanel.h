#pragma once

#include "document/TypingGesture.h"
#include "document/Workbench.h"
#include "panels/Panel.h"
#include "session/Session.h"

#include <utility>

class QHBoxLayout;

namespace headlight {

class ElidedLabel;
class SentenceField;
class SplitBox;
class TokenChips;

/// A sentence, its tokenizer, and its tokens as chips. The panel of the second sentence is hidden if there is none.
class SentencePanel : public Panel {
    Q_OBJECT

public:
    explicit SentencePanel(Workbench& workbench, QWidget* parent = nullptr, Sentence which = Sentence::First);

    void present(const ViewState&) override;

    /// Puts a control at the right end of the first row.
    void addTrailingWidget(QWidget* widget);
    int tokensEnd() const; ///< px from the left; 0 while it is hidden

    void setClock(Clock clock) { clock_ = std::move(clock); }

protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent*) override;

private:
    void buildFirst();
    void buildSecond();
    void buildField();
    void buildChips();
    void buildSplit();
    QString named(const QString& name) const; ///< returns the name for screen readers
    const Text& text() const;                 ///< the session's sentence of this panel
    Workbench::Edit tokenizing(const TokenizerSpec& spec) const;
    void typed();
    QString wrongWith(const QString& sentence) const;
    void markRefused(bool isRefused);
    void changeTokenizer(int index);
    void changeRemoved(const QString& characters);
    /// Returns false if the edit was refused or cancelled. After a cancel, the field shows the session's sentence.
    bool applyIn(TypingGesture& burst, const QString& label, const Workbench::Edit& edit, double numbers);
    double numbersOf(std::size_t letters) const;
    void presentText(const Text&);
    void presentCaution(const ViewState&);
    void forgetText();
    void placeField();

    const Sentence which_;
    SentenceField* field_ = nullptr; ///< beside the panel, so that it can cover what is below it
    QWidget* place_ = nullptr;       ///< the place of its first line in the panel
    SplitBox* split_ = nullptr;
    QWidget* trailing_ = nullptr; ///< null: there is none
    QHBoxLayout* line_ = nullptr; ///< null in the panel of the second sentence
    TokenChips* chips_ = nullptr;
    ElidedLabel* caution_ = nullptr; ///< ViewState::caution, beside the chips; null in the panel of the second sentence
    TypingGesture typing_, removing_;
    Clock clock_ = steadyClock;
    bool isOfCounterpart_ = false; ///< it shows the state compared with
    Text shown_;                   ///< last presented in the fields; it has no tokens before, or if there is none
    bool areRead_ = true;          ///< the vectors of the words are read by a layer
};

} // namespace headlight
