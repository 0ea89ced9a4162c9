import { join } from 'node:path'
import t from 'tap'
import { readBaseName } from '../../src/images/base-image.js'
import { images } from '../../src/images/build.js'
import { root } from '../fixtures/workspace.js'

t.test('all images share one base image, whose name contains its versions', async (t) => {
  const names = await Promise.all(
    Object.values(images).map(({ dockerfile }) => readBaseName(join(root, dockerfile))),
  )
  t.equal(new Set(names).size, 1)
  t.match(names[0], /^node:\d+\.\d+\.\d+-bookworm-slim$/)
})

t.test('a Dockerfile without a base image is reported by name', async (t) => {
  await t.rejects(readBaseName(join(root, 'package.json')), {
    message: /package\.json has no line/,
  })
})
