#pragma once

#include "document/origins.h"
#include "session/Session.h"
#include "session/parameters.h"

#include <QObject>

#include <map>

class QFrame;
class QVBoxLayout;
class QWidget;

namespace headlight {

class ParametersCaption;
class ParametersTable;
class SegmentButton;
class Workbench;
struct ViewState;

/// Of the column's height, for each table: both whole if there is room, else half of it each, and what the other one
/// leaves.
inline constexpr int kTablesShare = 1;

/// The embeddings of the sentence, or of the second one, as a part of the panel's column.
class ParametersEmbeddings : public QObject {
    Q_OBJECT

public:
    ParametersEmbeddings(Workbench& bench, QVBoxLayout& column, QObject* parent);

    void present(const ViewState&, bool isReadOnly);
    ParametersTable& table() { return *table_; }
    ParameterRef shown() const { return {wanted_, 0, 0}; } ///< X or X_kv of the table
    void choose(Parameter which);                          ///< whose table is shown
    void forget();                                         ///< see Panel::forgetWords

signals:
    void otherChosen(); ///< the other sentence's are to be presented

private:
    QWidget* makeTabs();
    void presentTabs(const ViewState&);
    QString name(const ViewState&) const; ///< rich text, as the next
    QString shortName(const ViewState&) const;
    QString tip(const ViewState&, const Origin&) const;

    Parameter wanted_ = Parameter::X; ///< whose table: the first sentence's, or the second's
    Parameter shown_ = Parameter::X;
    Frozen<Tokens> tokens_; ///< of the labels
    QStringList rowLabels_;
    Origins origins_;
    Origin origin_; ///< as last presented

    QFrame* track_; ///< where there is a second one
    std::map<Parameter, SegmentButton*> tabs_;
    ParametersCaption* caption_;
    ParametersTable* table_;
};

} // namespace headlight
