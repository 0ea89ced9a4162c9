import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { migrationsPath, noExternals, openSchemaEngine, readSchema } from './schema-engine.js'

/**
 * `node dist/new-migration.js NAME`: writes a migration with the SQL that leads from the
 * schema.prisma of the last commit to the one in the working tree. The engine needs a server to
 * connect to (DATABASE_URL) and changes nothing there. Read the
 * SQL before you commit it: what Prisma cannot express (partial indexes, checks) is added there.
 */
const [name] = process.argv.slice(2)
const databaseUrl = process.env.DATABASE_URL
if (databaseUrl === undefined || name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write(
    'usage: DATABASE_URL=postgresql://… node dist/new-migration.js NAME (like add_asset_caption)\n',
  )
  process.exit(2)
}

const [path, content] = await readSchema()
const committed = execFileSync('git', ['show', 'HEAD:prisma/schema.prisma'], { encoding: 'utf8' })
const engine = await openSchemaEngine(databaseUrl)
const { stdout } = await engine.diff({
  from: { tag: 'schemaDatamodel', files: [{ path, content: committed }] },
  to: { tag: 'schemaDatamodel', files: [{ path, content }] },
  script: true,
  exitCode: null,
  filters: noExternals,
})
const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const folder = `${migrationsPath}${timestamp}_${name}`
mkdirSync(folder)
writeFileSync(`${folder}/migration.sql`, stdout ?? '')
process.stdout.write(`wrote ${folder}/migration.sql\n`)
process.exit(0)
