import type { Node } from './tree.js'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script of a shell. Names and options have no character that a shell reads. */
export const scriptOf = (shell: Shell, tree: readonly Node[]): string => scripts[shell](tree)

const scripts: Record<Shell, (tree: readonly Node[]) => string> = {
  bash: (tree) => `# eval "$(vitrine completion bash)"
_vitrine() {
  local word names= words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || names+="$word "
  done
  case $names in
${cases(tree, (words) => `words='${words}'`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _vitrine vitrine
`,
  zsh: (tree) => `#compdef vitrine
# eval "$(vitrine completion zsh)"
_vitrine() {
  local word names=
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] || names+="$word "
  done
  case $names in
${cases(tree, (words) => `compadd -- ${words}`)}
  esac
  [[ $PREFIX == -* ]] || _files
}
compdef _vitrine vitrine
`,
  fish: (tree) => `# vitrine completion fish | source
function __vitrine_words
  set -l names (string match --invert -- '-*' (commandline -opc)[2..])
  switch "$names "
${tree.map(({ names, words }) => `    case '${pattern(names)}'\n      printf '%s\\n' ${words.join(' ')}`).join('\n')}
  end
end
complete -c vitrine -a '(__vitrine_words)'
`,
}

const cases = (tree: readonly Node[], then: (words: string) => string): string =>
  tree.map(({ names, words }) => `    ${quoted(names)}) ${then(words.join(' '))} ;;`).join('\n')

/** `assets list` and what follows it. Arguments of a command are words too. */
const quoted = (names: string): string => (names === '' ? '*' : `'${names} '*`)
const pattern = (names: string): string => (names === '' ? '*' : `${names} *`)
