#include "style/resources.h"

#include <QDir>

static void initResources() { Q_INIT_RESOURCE(resources); } // not possible inside a namespace

namespace headlight {

void loadResources() { initResources(); }

} // namespace headlight
