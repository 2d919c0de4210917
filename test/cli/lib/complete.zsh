# Types each line into an interactive zsh and presses Tab: what then stands on the screen, a line each.
#   zsh -f complete.zsh SCRIPT LINE...
zmodload zsh/zpty
script=$1; shift
# The last of what the shell printed, until it was quiet for a while.
heard() {
  local chunk quiet=0
  out=''
  for turn in {1..400}; do
    if zpty -r -t shell chunk; then out+=$chunk; quiet=0; else (( quiet++ )); sleep 0.05; fi
    if [[ $out == *$1* ]] && (( quiet > 8 )); then return; fi
  done
}
zpty -b shell "PS1='' zsh -f -i"
zpty -w shell "autoload -Uz compinit; compinit -D -u; source $script; print READY\$((1 + 1))"
heard READY2
for line in "$@"; do
  zpty -w -n shell "$line"$'\t'
  heard ${line%% *}
  print -r -- "${(V)out}"
  # Ctrl-U: nothing was typed.
  zpty -w -n shell $'\x15'
done
zpty -d shell
