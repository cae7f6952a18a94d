# Completion of headlight for bash.
_headlight() {
  local word=$2 before=$3 verb=${COMP_WORDS[1]:-} words=
  compopt -o filenames
  case $before in
  --backend) words="auto eigen opencl checked" ;;
  --with) words="numpy pytorch" ;;
  --theme) words="light dark" ;;
  --stage)
    words="embeddings positions X normed Q K V scores scaled masked weights dropped context concat output result rollout product"
    ;;
  -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
  esac
  [ -z "$words" ] || { mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") && return; }
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
  [ "$COMP_CWORD" -gt 1 ] || options+=" eval export render backends"
  mapfile -t COMPREPLY < <( # a line for each, since names of files have spaces
    compgen -W "$options" -- "$word"
    compgen -f -- "$word" | grep -E '\.(headlight|npz|npy|safetensors|txt)$'
    compgen -d -- "$word"
  )
}
complete -F _headlight headlight
