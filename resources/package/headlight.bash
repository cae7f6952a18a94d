# Completion of headlight for bash: options and stages are those that --help names.
_headlight() {
  local word=$2 before=$3 subcommand=${COMP_WORDS[1]:-} help options words= file= layer i
  compopt -o filenames
  case $subcommand in
  eval | export | render | check | backends) ;;
  *) subcommand= ;;
  esac
  help=$("$1" ${subcommand:+"$subcommand"} --help 2>/dev/null)
  case $before in
  --backend) words="auto cpu opencl checked" ;;
  --theme) words="light dark" ;;
  --scale) words="sqrt_dk none" ;;
  --head | --layer) # a head that no file has is refused before anything is computed, with the numbers that there are
    for ((i = 2; i < COMP_CWORD; ++i)); do
      [[ ${COMP_WORDS[i - 1]} == -o || ! -f ${COMP_WORDS[i]} ]] || file=${COMP_WORDS[i]}
    done
    [ "$before" = --head ] && words=all || layer="--layer 64"
    words+=" $(seq 2>/dev/null "$("$1" eval "$file" -o no.npy --stage weights ${layer:-} --head 9999 2>&1 |
      sed -nE 's/one head/1/; s/.*the session has (heads 1 to )?([0-9]+).*/\2/p')")"
    ;;
  --stage)
    words=$(sed -nE 's/^ *--stage TEXT *([^(]*).*/\1/; T; s/(;)? or (a parameter:)?|,/ /gp' <<<"$help")
    ;;
  -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
  --*) words=$(sed -nE "s/^ *$before TEXT:\\{([^}]*)\\}.*/\\1/; T; s/,/ /gp" <<<"$help") ;;
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
