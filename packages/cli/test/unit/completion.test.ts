import { spawnSync } from 'node:child_process'
import { Argument, Command, Option } from '@commander-js/extra-typings'
import t from '@vitrine/testing/t'
import { scriptOf } from '../../src/completion/scripts.js'
import { treeOf } from '../../src/completion/tree.js'
import { commandTree } from '../command-tree.js'

const program = new Command('vitrine').option('--json').option('--project <id>')
const assets = program.command('assets')
assets
  .command('list')
  .alias('find')
  .option('--tag, --tags <tag>')
  .option('-q, --quiet')
  .addOption(new Option('-s, --sort <order>').choices(['size', 'name,asc']))
program.command('upload').option('-r')
program.command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
const tree = treeOf(program)

/** The suggestions of bash for the last of the words. */
function completions(words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const script = `${scriptOf('bash', tree)}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _vitrine; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  t.equal(stderr, '')
  return stdout.split('\n').filter((line) => line !== '')
}

t.test('the tree has the words after each command', async (t) => {
  const general = ['--json', '--project', '--help']
  const words = ['--tag', '--tags', '--quiet', '--sort', ...general]
  const orders = ['size', 'name,asc']
  const values = [
    { option: '-s', words: orders },
    { option: '--sort', words: orders },
  ]
  t.same(tree, {
    nodes: [
      { names: 'assets list', words, values },
      { names: 'assets find', words, values },
      { names: 'assets', words: ['list', 'find', ...general], values: [] },
      { names: 'upload', words: general, values: [] },
      { names: 'completion', words: ['bash', 'zsh', ...general], values: [] },
      { names: '', words: ['assets', 'upload', 'completion', ...general], values: [] },
    ],
    withValue: ['--project', '--tag', '--tags', '-s', '--sort'],
  })
})

t.test('bash completes commands, options and their values', async (t) => {
  t.same(completions(['vitrine', 'a']), ['assets'])
  const inGroup = ['list', 'find', '--json', '--project', '--help']
  t.same(completions(['vitrine', 'assets', '']), inGroup)
  t.same(completions(['vitrine', '--json', 'assets', 'list', '--t']), ['--tag', '--tags'])
  t.same(completions(['vitrine', '--project', 'shop', 'assets', '']), inGroup)
  t.same(completions(['vitrine', 'assets', 'list', '--sort', '']), ['size', 'name,asc'])
  t.same(completions(['vitrine', 'assets', 'find', '-s', 'n']), ['name,asc'])
  t.same(completions(['vitrine', 'assets', 'list', '--sort', 'size', '--qu']), ['--quiet'])
  t.same(completions(['vitrine', 'assets', 'list', '--tag', '']), [], 'any text')
  t.same(completions(['vitrine', 'completion', 'z']), ['zsh'])
})

t.test('the whole program completes the options of generated commands', async (t) => {
  const { program: whole } = await commandTree()
  const { nodes } = treeOf(whole)
  for (const { names, command } of (await commandTree()).leaves) {
    const node = nodes.find((one) => one.names === names.join(' '))
    const shown = command.options.flatMap(({ long, hidden }) => (hidden || !long ? [] : [long]))
    t.same(
      shown.filter((name) => !node?.words.includes(name)),
      [],
      names.join(' '),
    )
  }
  const list = nodes.find(({ names }) => names === 'widgets list')
  const layouts = list?.values.find(({ option }) => option === '--layout')?.words ?? []
  t.ok(layouts.includes('MASONRY'))
})

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  t.test(`the script of ${shell} parses`, async (t) => {
    const flag = shell === 'fish' ? '--no-execute' : '-n'
    const { error, status, stderr } = spawnSync(shell, [flag], { input: scriptOf(shell, tree) })
    if (error !== undefined) t.comment(`${shell} is not installed`)
    else t.same({ status, stderr: String(stderr) }, { status: 0, stderr: '' })
  })
}
