import { readFile } from 'node:fs/promises'
import t from '@vitrine/testing/t'
import { runCommand } from '../in-process.js'

t.test('--version is that of the package, with any command', async (t) => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest)
  for (const args of [['--version'], ['-V'], ['assets', 'list', '--version']]) {
    t.same(await runCommand(args, {}), { code: 0, stdout: `${version}\n`, stderr: '' })
  }
})

t.test('help is a result: it is on stdout', async (t) => {
  const help = await runCommand(['assets', 'edit', '--help'], {})
  t.match(help, { code: 0, stdout: /--if-match <revision>/, stderr: '' })
  t.match(help.stdout, /--project <slug or id>/, 'with the options of every command')
})

t.test('"help" shows the options of a command, or the commands', async (t) => {
  for (const names of [[], ['upload'], ['widgets'], ['widgets', 'create']]) {
    const expected = await runCommand([...names, '--help'], {})
    t.same(await runCommand(['help', ...names], {}), expected, names.join(' '))
  }
  t.match((await runCommand(['--help'], {})).stdout, /help \[command\.\.\.\]/)
  t.match(await runCommand(['help', 'nothing'], {}), { code: 2, stderr: /unknown command/ })
})

t.test(
  'help marks what is required, explains JSON, and has no option without effect',
  async (t) => {
    const { stdout } = await runCommand(['help', 'widgets', 'create'], {})
    t.match(stdout, /^ +name +required/m)
    t.match(stdout, /--slug <text> +required/)
    t.match(stdout, /--config <json> +settings of the layout/)
    t.match(stdout, /--theme <json> +colours/)
    t.notMatch(stdout, /--status/)
  },
)
