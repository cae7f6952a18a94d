#pragma once

#include "document/Presenter.h"

#include <QObject>

#include <map>

class QAction;
class QMenu;

namespace headlight {

struct Operation;
class PipelinePanel;
struct Setting;
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
    void addChoices(QMenu& menu, const Setting& setting);

    Workbench& workbench_;
    PipelinePanel& pipeline_;
    std::map<const Setting*, QAction*> actions_;
    std::map<const Setting*, QMenu*> choices_;
};

} // namespace headlight
