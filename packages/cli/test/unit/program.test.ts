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
