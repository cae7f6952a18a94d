#pragma once

#include "document/ViewState.h"
#include "panels/pipeline/Setting.h"

#include <QObject>

#include <map>

class QAction;
class QMenu;

namespace headlight {

struct Operation;
class PipelinePanel;
class Workbench;

/// The menu Attention: every setting of every operation of the pipeline, from the same list as the pipeline's forms.
class AttentionActions : public QObject, public Presenter {
    Q_OBJECT

public:
    AttentionActions(Workbench&, PipelinePanel&, QObject* parent);

    void fill(QMenu&);
    void present(const ViewState&) override; ///< updates what is on and what can be chosen

private:
    void addSetting(QMenu& menu, const Operation& operation, const Setting& setting);
    QAction* addChoices(QMenu& menu, const Setting& setting, const Setting::Choice& of);

    Workbench& workbench_;
    PipelinePanel& pipeline_;
    std::map<const Setting*, QAction*> actions_;
};

} // namespace headlight
