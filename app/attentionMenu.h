#pragma once

class QMenu;

namespace headlight {

class PipelinePanel;
class Workbench;

/// Adds every setting of every operation of the pipeline, from the same list as the pipeline's forms.
void addSettings(QMenu&, Workbench&, PipelinePanel&);

} // namespace headlight
