# Completion of headlight for bash.
_headlight() {
  local word=$2 before=$3 verb=${COMP_WORDS[1]:-}
  compopt -o filenames
  case $before in
  --backend) COMPREPLY=($(compgen -W "auto eigen opencl checked" -- "$word")) && return ;;
  --with) COMPREPLY=($(compgen -W "numpy pytorch" -- "$word")) && return ;;
  --theme) COMPREPLY=($(compgen -W "light dark" -- "$word")) && return ;;
  -o | --output) COMPREPLY=($(compgen -f -- "$word")) && return ;;
  esac
  local options="--help --backend --threads"
  case $verb in
  eval) options+=" --output --heads --sentence --stage --layer --head" ;;
  export) options="--help --threads --output --with --heads --sentence" ;;
  render)
    options+=" --output --heads --sentence --stage --layer --head --width --height --mm --dpi --text --columns --theme --title --no-title --labels-each --scale-per-head --no-numbers"
    ;;
  backends) options="--help" ;;
  *) options+=" --version" ;;
  esac
  COMPREPLY=($(compgen -W "$options" -- "$word") $(compgen -f -- "$word" | grep -E '\.(headlight|npz|npy|safetensors|txt)$') $(compgen -d -- "$word"))
  [ "$COMP_CWORD" -gt 1 ] || COMPREPLY+=($(compgen -W "eval export render backends" -- "$word"))
}
complete -F _headlight headlight
