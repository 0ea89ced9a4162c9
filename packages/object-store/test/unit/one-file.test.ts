import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as oneFile from '@vitrine/object-store'
import t from '@vitrine/testing/t'
import * as modules from '../../src/index.js'

t.test('other packages get one file, with the S3 client', async (t) => {
  const path = fileURLToPath(import.meta.resolve('@vitrine/object-store'))
  t.match(path, /dist\/one-file\.js$/)
  t.notMatch(await readFile(path, 'utf8'), /^import .* from ["']minio/m)
})

t.test('it exports what the modules export', async (t) => {
  t.same(Object.keys(oneFile), Object.keys(modules))
})
