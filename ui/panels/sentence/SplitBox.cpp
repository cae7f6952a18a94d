#include "panels/sentence/SplitBox.h"

#include "controls/PopupBase.h"
#include "controls/SegmentButton.h"
#include "style/layouts.h"
#include "text/tokenizers.h"
#include "words/wording.h"

#include <QFormLayout>
#include <QLineEdit>

#include <vector>

namespace headlight {

SplitBox::SplitBox(const QString& name, const QString& removeName, QWidget& panel)
    : popup_(new PopupBase(name, &panel)), remove_(new QLineEdit) {
    setAccessibleName(name);
    setToolTip(tr("How the sentence is split into tokens, and which characters are left out"));
    std::vector<QAbstractButton*> choices;
    for (const Tokenizer& tokenizer : tokenizers()) {
        addItem(fromCore(tokenizer.name), QString::fromLatin1(tokenizer.id));
        auto* choice = new SegmentButton(fromCore(tokenizer.name));
        choice->setToolTip(fromCore(tokenizer.explain));
        connect(choice, &QAbstractButton::clicked, this, [this, index = count() - 1] {
            setCurrentIndex(index);
            emit activated(index);
        });
        choices.push_back(choice);
    }
    connect(this, &QComboBox::currentIndexChanged, popup_,
            [choices](int index) { // -1: of a kind that is not in the list
                if (index >= 0) choices[static_cast<std::size_t>(index)]->setChecked(true);
            });
    remove_->setAccessibleName(removeName);
    remove_->setToolTip(tr("Characters that are removed before the sentence is split, such as . and ,"));
    connect(remove_, &QLineEdit::textEdited, this, &SplitBox::removeEdited);
    connect(remove_, &QLineEdit::editingFinished, this, &SplitBox::removeFinished);
    connect(remove_, &QLineEdit::returnPressed, popup_, &QWidget::close);
    auto* form = laidOut<QFormLayout>(popup_, {16, 12, 16, 14});
    form->addRow(makeTrack(choices));
    form->addRow(tr("Leave out"), remove_);
}

void SplitBox::present(const TokenizerSpec& spec) {
    setCurrentIndex(findData(QString::fromStdString(spec.kind)));
    const QString removed = QString::fromStdString(spec.remove);
    if (remove_->text() != removed) remove_->setText(removed);
}

void SplitBox::showPopup() {
    popup_->adjustSize();
    popup_->showAt(mapToGlobal(QPoint(width() - popup_->width(), height() + 4)));
    remove_->setFocus();
}

void SplitBox::hidePopup() { popup_->close(); }

} // namespace headlight
