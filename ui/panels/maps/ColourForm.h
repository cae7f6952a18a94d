#pragma once

#include "document/ViewState.h"

#include <QObject>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace headlight {

/// The fields for the colours of one kind of maps, those with a sign or those without: the colours, their range, how
/// the numbers spread over them. What is typed and is no range stays, marked and with a sentence.
class ColourForm : public QObject {
    Q_OBJECT

public:
    ColourForm(QFormLayout& layout, const QString& title, bool isSigned, QObject* parent);

    /// `shown`: the range that its maps have now, where a person who types one begins.
    void present(const ColourChoice& choice, const Range& shown, const Theme& theme);

signals:
    void chosen(const headlight::ColourChoice& choice);

private:
    enum RangeRule { Automatic, ZeroToOne, Typed };
    QWidget* makeRange();
    void chooseRule(int index);
    void takeTyped();
    void say(const QString& problem);
    template <class Change>
    void choose(Change change) {
        ColourChoice choice = choice_;
        change(choice);
        emit chosen(choice);
    }

    bool isSigned_;
    QString title_;
    ColourChoice choice_;
    Range shown_;
    const Theme* theme_ = nullptr; ///< of the pictures in the list
    QComboBox *map_, *rule_, *curve_;
    QLabel *dash_, *problem_;
    QLineEdit *low_, *high_; ///< of what has a sign the higher one alone
};

} // namespace headlight
