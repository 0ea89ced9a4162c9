import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from '@vitrine/testing/t'

t.test('bundles stay within their size limits', async (t) => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, ['check-sizes.mjs'], { cwd })
  t.equal(`${stderr}`, '')
  t.equal(status, 0)
})
