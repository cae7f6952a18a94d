#pragma once

#include "document/ViewState.h"
#include "session/parameters.h"

#include <QObject>

#include <map>

class QFrame;
class QGridLayout;
class QWidget;

namespace headlight {

class ParametersCaption;
class ParametersTable;
class SegmentButton;
class Workbench;

/// The embeddings of the first or of the second sentence, as a part of the panel's column.
class ParametersEmbeddings : public QObject {
    Q_OBJECT

public:
    ParametersEmbeddings(Workbench& bench, QGridLayout& rows, QObject* parent);

    void hide(); ///< for a session whose vectors of words nothing reads
    void present(const ViewState&, bool isReadOnly);
    ParametersTable& table() { return *table_; }
    ParameterRef shown() const { return {wanted_, 0, 0}; } ///< X or X_kv
    void choose(Parameter which);                          ///< X or X_kv

signals:
    void otherChosen(); ///< X was chosen instead of X_kv or vice versa: present() is due

private:
    QWidget* makeTabs();
    QString name(const ViewState&) const; ///< rich text, as shortName()
    QString shortName(const ViewState&) const;
    QString tip(const ViewState&) const;

    Parameter wanted_ = Parameter::X; ///< X or X_kv, by the user's choice

    QFrame* track_; ///< visible if there is a second sentence
    std::map<Parameter, SegmentButton*> tabs_;
    ParametersCaption* caption_;
    ParametersTable* table_;
};

} // namespace headlight
