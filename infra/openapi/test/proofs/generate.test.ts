import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOpenApi, type OpenApiDocument } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { generateSource } from 'oazapfts'
import ts from 'typescript'
import { compact } from '../../src/compact.js'
import { readDocument } from '../../src/documents.js'

const services = ['management-api', 'delivery'] as const

for (const name of services) {
  t.test(`the document of ${name}`, async (t) => {
    const document = await readDocument(name)

    await t.test('gives an independent generator a client that compiles', async (t) => {
      // Below this package, where the runtime of the generated code is found.
      const folder = t.testdir()
      await writeFile(join(folder, 'document.json'), JSON.stringify(document))
      const source = await generateSource(join(folder, 'document.json'))
      const file = join(folder, 'client.ts')
      await writeFile(file, source)
      t.match(source, /export function (?:listAssets|getPublishedWidget)/)
      t.same(compileErrors(file), [])
    })

    await t.test('is valid OpenAPI when it is compact', async (t) => {
      t.same(await isOpenApi(compact(document) as unknown as OpenApiDocument), { valid: true })
    })
  })
}

function compileErrors(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
