import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg'

const packageRoot = new URL('../', import.meta.url)
const lockfile = 'migration_lock.toml'

/** The part of the WebAssembly global that this package uses. Only the DOM's types declare it. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>
}

/** No table or enum is managed by anything but these migrations. */
export const noExternals = { externalTables: [], externalEnums: [] }

/**
 * Prisma's own schema engine as WebAssembly, over the `pg` driver: the same engine that the
 * Prisma CLI downloads as a native program, with nothing to download. It keeps the
 * `_prisma_migrations` table exactly as the CLI does, so both can be used on one database.
 */
export async function openSchemaEngine(databaseUrl: string) {
  const wasmPath = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(wasmPath), {
    './schema_engine_bg.js': engineBindings,
  })
  engineBindings.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()

  const adapter = bindMigrationAwareSqlAdapterFactory(
    new WholeScripts({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 }),
  )
  const quiet = () => undefined
  return engineBindings.SchemaEngine.new({ datamodels: [await readSchema()] }, quiet, adapter)
}

/**
 * The vendor's adapter splits a script at every semicolon, also within strings, comments and the bodies of
 * functions. Sent as a whole, as by the CLI's engine, the script is also one transaction.
 */
class WholeScripts extends PrismaPg {
  override async connect() {
    const connection = await super.connect()
    connection.executeScript = async (script: string) => {
      await connection.executeRaw({ sql: script, args: [], argTypes: [] })
    }
    return connection
  }
}

/** `[path, content]` of the Prisma schema. */
export async function readSchema(): Promise<[string, string]> {
  const path = fileURLToPath(new URL('schema.prisma', packageRoot))
  return [path, await readFile(path, 'utf8')]
}

export const migrationsPath = fileURLToPath(new URL('migrations/', packageRoot))

/** The migrations in the form that the engine reads, oldest first. */
export async function readMigrations() {
  const entries = await readdir(migrationsPath, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir: migrationsPath,
    lockfile: { path: lockfile, content: await readFile(`${migrationsPath}${lockfile}`, 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(`${migrationsPath}${name}/migration.sql`, 'utf8'),
          },
        },
      })),
    ),
  }
}
