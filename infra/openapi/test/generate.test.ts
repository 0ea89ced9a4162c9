import { readFile } from 'node:fs/promises'
import t from '@vitrine/testing/t'
import { addressOf, generate } from '../src/generate.js'

t.test('the generated files are those of the documents', async (t) => {
  for (const file of await generate()) {
    const stored = await readFile(addressOf(file), 'utf8')
    t.ok(
      stored === file.text,
      `${file.path} is current; otherwise run: pnpm --filter @vitrine/openapi generate`,
    )
  }
})
