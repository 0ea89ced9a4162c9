import { spawnSync } from 'node:child_process'
import { Command } from '@commander-js/extra-typings'
import t from 'tap'
import { scriptOf } from '../../src/completion/scripts.js'
import { treeOf } from '../../src/completion/tree.js'

const program = new Command('vitrine').option('--json')
const assets = program.command('assets')
assets.command('list').alias('find').option('--tag, --tags <tag>').option('-q, --quiet')
program.command('upload').option('-r')
const tree = treeOf(program)

/** What bash would offer for the last of the words. */
function completions(words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const script = `${scriptOf('bash', tree)}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _vitrine; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  t.equal(stderr, '')
  return stdout.split('\n').filter((line) => line !== '')
}

t.test('the tree has the words after each command', async (t) => {
  t.same(tree, [
    { names: 'assets list', words: ['--tag', '--tags', '--quiet', '--json', '--help'] },
    { names: 'assets find', words: ['--tag', '--tags', '--quiet', '--json', '--help'] },
    { names: 'assets', words: ['list', 'find', '--json', '--help'] },
    { names: 'upload', words: ['--json', '--help'] },
    { names: '', words: ['assets', 'upload', '--json', '--help'] },
  ])
})

t.test('bash completes commands and options', async (t) => {
  t.same(completions(['vitrine', 'a']), ['assets'])
  t.same(completions(['vitrine', 'assets', '']), ['list', 'find', '--json', '--help'])
  t.same(completions(['vitrine', '--json', 'assets', 'list', '--t']), ['--tag', '--tags'])
})

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  t.test(`the script of ${shell} parses`, async (t) => {
    const flag = shell === 'fish' ? '--no-execute' : '-n'
    const { error, status, stderr } = spawnSync(shell, [flag], { input: scriptOf(shell, tree) })
    if (error !== undefined) t.comment(`${shell} is not installed`)
    else t.same({ status, stderr: String(stderr) }, { status: 0, stderr: '' })
  })
}
