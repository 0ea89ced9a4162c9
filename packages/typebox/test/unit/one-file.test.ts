import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import t from '@vitrine/testing/t'
import * as oneFile from '@vitrine/typebox'
import * as modules from '../../src/index.js'

t.test('Node gets one file, which loads no other', async (t) => {
  const path = fileURLToPath(import.meta.resolve('@vitrine/typebox'))
  t.match(path, /dist\/one-file\.js$/)
  t.notMatch(await readFile(path, 'utf8'), /^(?:import|export) .* from /m)
})

t.test('it has everything that the modules have, and works', async (t) => {
  t.same(Object.keys(oneFile), Object.keys(modules))
  const { default: Type, Value } = oneFile
  const Size = Type.Object({ width: Type.Integer({ minimum: 1 }) })
  t.equal(Value.Check(Size, { width: 1 }), true)
  t.equal(Value.Check(Size, { width: 0 }), false)
  t.same(Size, modules.default.Object({ width: modules.default.Integer({ minimum: 1 }) }))
})
