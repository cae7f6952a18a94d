# Completion of headlight for bash: options and stages are those that --help names.
_headlight() {
  local word=$2 before=$3 subcommand=${COMP_WORDS[1]:-} help options words=
  compopt -o filenames
  case $subcommand in
  eval | export | render | check | backends) ;;
  *) subcommand= ;;
  esac
  help=$("$1" ${subcommand:+"$subcommand"} --help 2>/dev/null)
  case $before in
  --backend) words="auto cpu opencl checked" ;;
  --with) words="numpy pytorch" ;;
  --theme) words="light dark" ;;
  --joined) words="thirds heads" ;;
  --mask) words="causal none" ;;
  --norm) words="before after none" ;;
  --scale) words="sqrt_dk none" ;;
  --format) words=$(sed -nE 's/^ *--format TEXT:\{([^}]*)\}.*/\1/; T; s/,/ /gp' <<<"$help") ;;
  --stage)
    words=$(sed -nE 's/^ *--stage TEXT *([^(]*).*/\1/; T; s/(;)? or (a parameter:)?|,/ /gp' <<<"$help")
    ;;
  -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
  esac
  [ -z "$words" ] || { mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") && return; }
  options=$(sed -nE 's/^  (-.,)?(--[a-z-]+).*/\2/p' <<<"$help")
  [ "$COMP_CWORD" -gt 1 ] || options+=" eval export render check backends"
  mapfile -t COMPREPLY < <( # a line for each, since names of files have spaces
    compgen -W "$options" -- "$word"
    compgen -f -- "$word" | grep -E '\.(headlight|npz|npy|safetensors|txt)$'
    compgen -d -- "$word"
  )
}
complete -F _headlight headlight
