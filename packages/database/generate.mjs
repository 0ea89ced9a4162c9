// Generates the Prisma client, with the generator that the Prisma CLI uses. The CLI itself is three times as large.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// These packages do not load as ES modules.
const require = createRequire(import.meta.url)
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts')
const { getGenerators, loadSchemaContext } = require('@prisma/internals')
const { version } = require('@prisma/client/package.json')

const cliProvidedPath = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url))
const generators = await getGenerators({
  schemaContext: await loadSchemaContext({
    schemaPath: { cliProvidedPath },
    printLoadMessage: false,
  }),
  printDownloadProgress: false,
  version,
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
})
for (const generator of generators) {
  await generator.generate()
  generator.stop()
}
