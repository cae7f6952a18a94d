# Sourced by app/run and tests/run: functions that install packages, configure and build. Not to be run directly.
# Expects $root, the folder of the project.

build_packages="g++ cmake ninja-build pkg-config qt6-base-dev qt6-svg-dev libqcustomplot-dev libeigen3-dev
  libicu-dev libzip-dev zlib1g-dev libcli11-dev libhwy-dev ocl-icd-opencl-dev opencl-clhpp-headers
  fonts-roboto-unhinted fonts-dejavu-core fonts-droid-fallback fonts-noto-color-emoji"
test_packages="nlohmann-json3-dev xvfb xauth xdotool openbox imagemagick poppler-utils strace locales
  pocl-opencl-icd python3-numpy valgrind"
fuzz_packages="clang-14 libclang-rt-14-dev"
coverage_packages="$fuzz_packages llvm-14 python3"

die() {
  echo "$0: $*" >&2
  exit 1
}

# timed WHAT COMMAND...: runs the command and, if $HEADLIGHT_TIMES is set, appends its time in seconds to that file.
timed() {
  local what=$1 start=$SECONDS result=0
  shift
  "$@" || result=$?
  [ -z "${HEADLIGHT_TIMES:-}" ] || echo "$((SECONDS - start)) $what" >>"$HEADLIGHT_TIMES"
  return $result
}

# missing_packages NAME...: prints the names of those packages that are not installed, one on each line.
missing_packages() {
  local name
  for name in "$@"; do
    [ "$(dpkg-query -W -f='${Status}' "$name" 2>/dev/null)" = 'install ok installed' ] || echo "$name"
  done
}

# apt_get ARGUMENT...: apt-get as root. A new system's own updater holds its locks for minutes. apt-get waits for dpkg's lock,
# but not for that of the package lists, for which it is tried again. Prints nothing unless it fails.
apt_get() {
  local until=$((SECONDS + 300)) said
  until said=$("${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 "$@" 2>&1 >/dev/null); do
    if [[ $said != */lock* ]] || [ $SECONDS -ge $until ]; then
      echo "$said" >&2
      return 1
    fi
    sleep 1
  done
}

# need_packages NAME...: installs the missing packages, or prints which to install and exits.
need_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    # Another system: continue if the user says that the packages are installed. CMake reports what is missing.
    [ -n "${HEADLIGHT_PACKAGES_ARE_THERE:-}" ] && return
    echo "This system has no apt-get. Headlight needs these packages (Debian's names):" >&2
    echo "$*" | fold -s -w 76 | sed 's/^/  /' >&2
    die "install them, then run again with HEADLIGHT_PACKAGES_ARE_THERE=1"
  fi
  local missing as_root=()
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  echo "Installing: $(echo $missing)"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "root is needed for: apt-get install $(echo $missing)"
    as_root=(sudo env DEBIAN_FRONTEND=noninteractive) # sudo does not pass the exported variable on
  fi
  export DEBIAN_FRONTEND=noninteractive
  timed "package lists" apt_get update || die "the package lists could not be read; is the machine online?"
  timed packages apt_get install -y --no-install-recommends $missing ||
    die "these packages could not be installed: $(echo $missing)"
}

# need_build_packages NAME...: installs also those that build the program. From Debian 13 on, Qt's plugin that draws icons
# is not in its SVG library, and without it buttons are empty.
need_build_packages() {
  need_packages $build_packages "$@"
  ! command -v dpkg-query >/dev/null || dpkg-query -L libqt6svg6 | grep libqsvgicon >/dev/null || need_packages qt6-svg-plugins
}

# configure PRESET: configures build/PRESET with $cmake_options. Prints nothing unless it fails. HEADLIGHT_WERROR=ON in
# the environment, as .ci/run has it: a warning ends the build.
cmake_options=()
configure() {
  local log="$root/build/configure.log"
  mkdir -p "$root/build"
  cd "$root" || die "cannot enter $root"
  cmake --preset "$1" ${HEADLIGHT_WERROR:+"-DHEADLIGHT_WERROR=$HEADLIGHT_WERROR"} "${cmake_options[@]}" >"$log" 2>&1 || {
    cat "$log" >&2
    die "the build could not be configured (see above)"
  }
}

# build PRESET TARGET...: configures build/PRESET and builds the targets there.
build() {
  local preset=$1
  shift
  configure "$preset"
  timed "build $preset" cmake --build "build/$preset" --target "$@" || die "the build failed (see above)"
}
