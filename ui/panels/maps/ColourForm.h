#pragma once

#include "document/ViewState.h"

#include <QObject>

class QComboBox;
class QFormLayout;
class QLabel;

namespace headlight {

class NumberField;
class Workbench;
struct ValueCurve;

/// The fields for the colours of signed or of unsigned maps: the colours, their range, the curve from numbers to
/// colours. An invalid range that is typed stays, marked and with a sentence.
class ColourForm : public QObject {
    Q_OBJECT

public:
    ColourForm(QFormLayout& layout, const QString& title, bool isSigned, Workbench& workbench, QObject* parent);

    /// `shown`: the range that the maps have now, with which typing begins. `curve`: the one that they have; null:
    /// unknown.
    void present(const ColourChoice& choice, const Range& shown, const Theme& theme, const ValueCurve* curve);

private:
    enum RangeRule { Automatic, ZeroToOne, Typed };
    QWidget* makeRange();
    void chooseRule(int index);
    void takeTyped();
    void say(const QString& problem);
    template <class Change>
    void choose(Change change); ///< alters the MapOptions

    Workbench& workbench_;
    bool isSigned_;
    QString title_;
    ColourChoice choice_;
    Range shown_;
    const Theme* theme_ = nullptr; ///< for the pictures in the list
    QComboBox *map_, *rule_, *curve_;
    QLabel *dash_, *problem_;
    NumberField *low_, *high_; ///< signed maps have only the higher one
};

} // namespace headlight
