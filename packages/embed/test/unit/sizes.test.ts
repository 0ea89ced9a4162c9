import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

t.test('what visitors fetch is as small as it is meant to be', async (t) => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, ['check-sizes.mjs'], { cwd })
  t.equal(`${stderr}`, '')
  t.equal(status, 0)
})
