import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import t from '@vitrine/testing/t'

const folder = join(import.meta.dirname, '../..')
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')),
  'bin/asc.js',
)

t.test('the committed kernels are those of their sources', async (t) => {
  const outdir = t.testdir({})
  for (const name of ['resample', 'describe']) {
    const output = join(outdir, `${name}.wasm`)
    const args = [compiler, join('kernel', `${name}.ts`), '--outFile', output]
    execFileSync(process.execPath, args, { cwd: folder })
    const stored = readFileSync(join(folder, 'kernel', `${name}.wasm`))
    t.ok(readFileSync(output).equals(stored), `pnpm kernels makes another ${name}.wasm`)
  }
})
