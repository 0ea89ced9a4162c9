import type { Node, Tree } from './tree.js'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script of a shell. Names and options have no character that a shell reads. */
export const scriptOf = (shell: Shell, tree: Tree): string => scripts[shell](tree)

/**
 * The names of the command are the words that are neither options nor their values. After an option that
 * takes one of several values, these are the words; after others that take a value, the shell offers files.
 */
const scripts: Record<Shell, (tree: Tree) => string> = {
  bash: (tree) => `# eval "$(vitrine completion bash)"
_vitrine() {
  local word names= option= words=
${namesIn('COMP_WORDS[@]:1:COMP_CWORD-1', tree)}
  case $names$option in
${cases(tree, (words) => `words='${words}'`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _vitrine vitrine
`,
  zsh: (tree) => `#compdef vitrine
# eval "$(vitrine completion zsh)"
_vitrine() {
  local word names= option=
${namesIn('(@)words[2,CURRENT-1]', tree)}
  case $names$option in
${cases(tree, (words) => `compadd -- ${words}`)}
  esac
  [[ $PREFIX == -* ]] || _files
}
compdef _vitrine vitrine
`,
  fish: (tree) => `# vitrine completion fish | source
function __vitrine_words
  set -l names
  set -l option ''
  for word in (commandline -opc)[2..]
    if test -n "$option"
      set option ''
    else if contains -- $word ${tree.withValue.join(' ')}
      set option $word
    else if not string match --quiet -- '-*' $word
      set -a names $word
    end
  end
  switch "$names $option"
${branches(tree)
  .map(({ start, option, words }) => `    case '${start}*${option}'${printed(words)}`)
  .join('\n')}
  end
end
complete -c vitrine -a '(__vitrine_words)'
`,
}

/** For bash and zsh: `names` and, if its value is next, `option` of the words. */
const namesIn = (words: string, { withValue }: Tree): string => `  for word in "\${${words}}"; do
    if [[ -n $option ]]; then option=; continue; fi
    case $word in
      ${withValue.join('|')}) option=$word ;;
      -*) ;;
      *) names+="$word " ;;
    esac
  done`

type Branch = { start: string; option: string; words: readonly string[] }

/** The suggestions after `assets list ` and the words behind it, the special before the general. */
function branches({ nodes, withValue }: Tree): Branch[] {
  const start = ({ names }: Node) => (names === '' ? '' : `${names} `)
  const ofOptions = nodes.flatMap((node) =>
    node.values.map(({ option, words }) => ({ start: start(node), option, words })),
  )
  const ofOthers = withValue.map((option) => ({ start: '', option, words: [] }))
  const ofNames = nodes.map((node) => ({ start: start(node), option: '', words: node.words }))
  return [...ofOptions, ...ofOthers, ...ofNames]
}

const cases = (tree: Tree, then: (words: string) => string): string =>
  branches(tree)
    .map(({ start, option, words }) => {
      const body = words.length === 0 ? '' : ` ${then(words.join(' '))}`
      return `    '${start}'*'${option}')${body} ;;`
    })
    .join('\n')

const printed = (words: readonly string[]): string =>
  words.length === 0 ? '' : `\n      printf '%s\\n' ${words.map((word) => `'${word}'`).join(' ')}`
