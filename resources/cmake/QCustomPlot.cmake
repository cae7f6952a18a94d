# Finds QCustomPlot built for Qt 6. Debian has builds for Qt 5 and for Qt 6 side by side. A program linked with the
# wrong one aborts at run time, so only a library whose name or dependencies say Qt 6 is accepted.

find_package(QCustomPlotQt6 CONFIG QUIET)
if(TARGET QCustomPlotQt6::QCustomPlotQt6)
  add_library(QCustomPlot::QCustomPlot INTERFACE IMPORTED)
  target_link_libraries(QCustomPlot::QCustomPlot INTERFACE QCustomPlotQt6::QCustomPlotQt6)
else()
  find_path(QCustomPlot_INCLUDE_DIR qcustomplot.h PATH_SUFFIXES qcustomplot qcustomplot-qt6)
  find_library(QCustomPlot_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 QCustomPlot-qt6 qcustomplot)
  set(is_qt6 "")
  if(QCustomPlot_LIBRARY)
    file(STRINGS "${QCustomPlot_LIBRARY}" is_qt6 REGEX "libQt6Widgets" LIMIT_COUNT 1)
  endif()
  if(NOT QCustomPlot_INCLUDE_DIR OR NOT is_qt6)
    message(FATAL_ERROR "QCustomPlot for Qt 6 was not found (a build for Qt 5 cannot be used). "
                        "On Debian or Ubuntu: apt-get install libqcustomplot-dev")
  endif()
  add_library(QCustomPlot::QCustomPlot UNKNOWN IMPORTED)
  set_target_properties(QCustomPlot::QCustomPlot PROPERTIES
    IMPORTED_LOCATION "${QCustomPlot_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${QCustomPlot_INCLUDE_DIR}")
endif()
