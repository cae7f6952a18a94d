# The files that are installed beside the program, and the Debian package: cpack -G DEB in the build folder.

set(HEADLIGHT_MAINTAINER "Headlight developers" CACHE STRING "The maintainer of the Debian package: NAME <ADDRESS>")

set(package ${CMAKE_SOURCE_DIR}/resources/package)
install(FILES ${package}/headlight.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${package}/headlight.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
set(icon ${CMAKE_SOURCE_DIR}/resources/icons/headlight.svg)
install(FILES ${icon} DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${icon} DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes
        RENAME application-x-headlight.svg)
install(FILES ${package}/headlight.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME headlight)
install(FILES ${package}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

# gzipped(FROM TO DESTINATION): installs a file compressed, without its date.
function(gzipped from to destination)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${to}.gz)
  add_custom_command(OUTPUT ${made} DEPENDS ${from} VERBATIM COMMAND sh -c "gzip -9nc '${from}' >'${made}'")
  add_custom_target(gzipped_${to} DEPENDS ${made})
  add_dependencies(headlight gzipped_${to}) # for those who build the program alone and install it
  install(FILES ${made} DESTINATION ${destination})
endfunction()
configure_file(${package}/headlight.1 ${CMAKE_CURRENT_BINARY_DIR}/headlight.1 @ONLY)
gzipped(${CMAKE_CURRENT_BINARY_DIR}/headlight.1 headlight.1 ${CMAKE_INSTALL_MANDIR}/man1)

# Debian's changelog ends in NAME <ADDRESS>. Without an address the package tells lintian so, in a file that
# cmake --install leaves out.
set(signature ${HEADLIGHT_MAINTAINER})
if(NOT signature MATCHES "<.+>$")
  string(APPEND signature " <>")
  set(CPACK_INSTALLED_DIRECTORIES ${package}/lintian usr/share/lintian/overrides)
endif()
configure_file(${package}/changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog @ONLY)
gzipped(${CMAKE_CURRENT_BINARY_DIR}/changelog changelog ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT ${HEADLIGHT_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "desktop microscope for attention")
set(CPACK_PACKAGE_DESCRIPTION "Type a sentence, edit token embeddings and the matrices of each attention head,
and watch scores and softmax weights follow. Every number is explained step by
step. Sessions, undo, pictures and Python code; no network is used.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # the shared libraries, and their versions
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-roboto-unhinted | fonts-dejavu-core, libqt6svg6 (<< 6.7) | qt6-svg-plugins")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core, fonts-droid-fallback, fonts-noto-color-emoji, qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "pocl-opencl-icd | opencl-icd")
include(CPack)
