import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import t from '@vitrine/testing/t'

t.test('the program of image processes is one file, except for native code', async (t) => {
  const program = await readFile(
    new URL('../../dist/processes/program.cjs', import.meta.url),
    'utf8',
  )
  const required = [...program.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name)
  const others = required.filter((name) => !isBuiltin(name))
  t.ok(others.length > 0)
  t.strictSame(
    others.filter((name) => !name.startsWith('@img/sharp-')),
    [],
  )
})
