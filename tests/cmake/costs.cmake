# ctest starts the longest tests first, so that none of them runs alone at the end. (monkey/CMakeLists.txt sets its own
# cost.)
set(cost 20)
foreach(test app/tst_textSize app/drive_1920x1080 app/tst_settings core/io/tst_sessionRoundTrip app/drive_1280x800
    app/tst_soak app/tst_crash app/tst_headless app/tst_windowKeys app/tst_jobs kill/calls app/tst_still
    app/tst_numbersWithLargeText ui/export/tst_pictureTexts core/session/tst_memory core/engine/tst_memory)
  if(TEST ${test})
    set_tests_properties(${test} PROPERTIES COST ${cost})
    math(EXPR cost "${cost} - 1")
  endif()
endforeach()
