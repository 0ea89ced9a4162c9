import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { backUp, lockBackups, type Parts } from './backup.js'
import { drill } from './drill.js'
import { findBackup, readBackups } from './manifest.js'
import { reconcile } from './reconcile.js'
import { restore, restoreObjects } from './restore.js'
import { openDatabase, type Scope } from './rows.js'
import { databaseUrlOf, objectSecretsOf, openStore, openVault } from './settings.js'
import { keepNewest, verify } from './verify.js'

const usage = `vitrine <command> [options]

  backup     --to <vault> [--organization <slug or id>] [--keep <number>]
  verify     --from <vault> [--backup <name>]
  restore    --from <vault> [--backup <name>] [--same-bucket]
  restore    --from <vault> --objects
  drill      --from <vault> [--backup <name>]
  reconcile  [--bytes]

A vault is a folder, or s3://bucket[/prefix], whose store BACKUP_S3_* may name. DATABASE_URL is that of the owner of the
tables; S3_* and OBJECT_SECRET are those of the services. --metrics <file> writes what the command did for Prometheus.
The exit code is 3 if the command was carried out and has found something lost or damaged. infra/PRODUCTION.md explains
each command.
`

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  organization: { type: 'string' },
  keep: { type: 'string' },
  backup: { type: 'string' },
  objects: { type: 'boolean' },
  'same-bucket': { type: 'boolean' },
  bytes: { type: 'boolean' },
  metrics: { type: 'string' },
} as const

class UsageError extends Error {}

/** Of a command: a line for people, and numbers for Prometheus. A problem is something lost or damaged that it found. */
type Outcome = { line: string; numbers: Record<string, number>; problem?: string }

/** What a process has. */
export type Surroundings = {
  env: Readonly<Record<string, string | undefined>>
  stdout: { write: (text: string) => unknown }
  stderr: { write: (text: string) => unknown }
}

type Call = {
  options: ReturnType<typeof parse>['values']
  env: Surroundings['env']
  work: string
  log: (line: string) => void
}

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true, strict: true })

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const some = (keys: readonly string[]) =>
  [...keys.slice(0, 20), ...(keys.length > 20 ? [`and ${keys.length - 20} more`] : [])].join('\n  ')
const notInBackup = (lost: readonly string[]) => `lost, so not in the backup:\n  ${some(lost)}`

function vaultOf({ options: { to, from }, env }: Call) {
  const place = to ?? from
  if (place === undefined) throw new UsageError('name the vault: --to or --from')
  return openVault(place, env)
}

/** Calls `use` with the installation's database and store, after both have answered. */
async function withInstallation(
  call: Call,
  use: (parts: Omit<Parts, 'vault'>) => Promise<Outcome>,
): Promise<Outcome> {
  const store = openStore(call.env)
  await store.ping()
  const database = await openDatabase(databaseUrlOf(call.env))
  try {
    return await use({ database, store, work: call.work, log: call.log })
  } finally {
    await database.end()
  }
}

async function findScope({ database }: Pick<Parts, 'database'>, wanted?: string): Promise<Scope> {
  if (wanted === undefined) return null
  const [found] = await database.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM organizations WHERE slug = $1 OR id::text = $1',
    [wanted],
  )
  if (found) return found
  throw new Error(`there is no organization ${wanted}`)
}

const commands = new Map<string, (call: Call) => Promise<Outcome>>([
  [
    'backup',
    (call) =>
      withInstallation(call, async (installation) => {
        const { organization, keep } = call.options
        if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) {
          throw new UsageError('--keep takes a number from 1')
        }
        const parts = { ...installation, vault: vaultOf(call) }
        const scope = await findScope(parts, organization)
        const { name, manifest, lostLater, copied } = await backUp(parts, scope)
        const removed =
          keep === undefined ? 0 : await keepNewest(parts, scope?.id ?? null, Number(keep))
        const { count, sizeBytes } = manifest.objects
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        const { lost } = manifest
        const problems = [
          ...(lost.length > 0 ? [notInBackup(lost)] : []),
          ...(lostLater.length > 0
            ? [`lost, but in the backup (restore --objects):\n  ${some(lostLater)}`]
            : []),
        ]
        return {
          line: `${name}: ${rows} rows, ${count} objects (${megabytes(sizeBytes)}), ${copied} of them copied now${removed > 0 ? `; ${removed} older backups removed` : ''}`,
          numbers: {
            rows,
            objects: count,
            bytes: sizeBytes,
            copied,
            lost: lost.length + lostLater.length,
          },
          ...(problems.length > 0 && { problem: problems.join('\n') }),
        }
      }),
  ],
  [
    'verify',
    async (call) => {
      const vault = vaultOf(call)
      const { backup } = call.options
      const all = await readBackups(vault, call.work)
      const chosen = backup === undefined ? all : [await findBackup(vault, call.work, backup)]
      if (chosen.length === 0) throw new Error('there is no complete backup here')
      const { blobs, damaged } = await verify({ vault, work: call.work }, chosen)
      return {
        line: `${blobs - damaged.length} of ${blobs} files verified by SHA-256`,
        numbers: { files: blobs, damaged: damaged.length },
        ...(damaged.length > 0 && { problem: `damaged:\n  ${some(damaged)}` }),
      }
    },
  ],
  [
    'restore',
    (call) =>
      withInstallation(call, async (installation) => {
        const parts = { ...installation, vault: vaultOf(call) }
        const { objects, backup, 'same-bucket': sameBucket = false } = call.options
        if (objects) {
          const { stored, lost } = await restoreObjects(parts)
          return {
            line: `${stored} objects put back`,
            numbers: { objects: stored, lost: lost.length },
            ...(lost.length > 0 && { problem: `in no backup:\n  ${some(lost)}` }),
          }
        }
        await lockBackups(parts.database)
        const secrets = objectSecretsOf(call.env)
        const { name, manifest, stored } = await restore(parts, { backup, sameBucket, secrets })
        return {
          line: `${name} restored: ${manifest.objects.count} objects, ${stored} of them stored now; all rows are those of the backup`,
          numbers: { objects: manifest.objects.count, stored },
        }
      }),
  ],
  [
    'drill',
    async (call) => {
      const migrate = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
      const { name, manifest, blobs } = await drill(
        { vault: vaultOf(call), work: call.work },
        { databaseUrl: databaseUrlOf(call.env), backup: call.options.backup, migrate },
      )
      const ageSeconds = (Date.now() - Date.parse(manifest.createdAt)) / 1000
      return {
        line: `${name} can be restored: its rows were, and ${blobs} of ${blobs} files were verified by SHA-256`,
        numbers: { files: blobs, backup_age_seconds: Math.round(ageSeconds) },
        ...(manifest.lost.length > 0 && { problem: notInBackup(manifest.lost) }),
      }
    },
  ],
  [
    'reconcile',
    (call) =>
      withInstallation(call, async (installation) => {
        const readsBytes = call.options.bytes ?? false
        const { assets, objects, lost, orphaned } = await reconcile(installation, { readsBytes })
        if (orphaned.length > 0) call.log(`orphaned, in no row:\n  ${some(orphaned)}`)
        return {
          line: `${assets} assets, ${objects} objects: ${lost.length} originals are lost, ${orphaned.length} objects are orphaned`,
          numbers: { assets, objects, lost: lost.length, orphaned: orphaned.length },
          ...(lost.length > 0 && { problem: `lost:\n  ${some(lost)}` }),
        }
      }),
  ],
])

/** For the textfile collector. A run that fails writes nothing, so the age of the last one shows it. */
async function writeMetrics(
  file: string,
  command: string,
  numbers: Record<string, number>,
): Promise<void> {
  const lines = Object.entries(numbers).flatMap(([name, value]) => {
    const metric = `vitrine_${command}_${name}`
    return [`# TYPE ${metric} gauge`, `${metric} ${value}`]
  })
  await writeFile(`${file}.tmp`, `${lines.join('\n')}\n`)
  await rename(`${file}.tmp`, file)
}

/** @returns the exit code: 1 for a failure, 2 for wrong use, 3 if the command was carried out and has found a problem. */
export async function run(
  args: readonly string[],
  { env, stdout, stderr }: Surroundings,
): Promise<number> {
  const log = (line: string) => void stderr.write(`${line}\n`)
  const work = await mkdtemp(join(tmpdir(), 'vitrine-backup-'))
  try {
    const { values, positionals } = parse(args)
    const [name = '', ...rest] = positionals
    const command = commands.get(name)
    if (command === undefined || rest.length > 0) throw new UsageError(usage)
    const startedAt = performance.now()
    const { line, numbers, problem } = await command({ options: values, env, work, log })
    stdout.write(`${line}\n`)
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    if (values.metrics !== undefined) {
      const times = {
        duration_seconds: seconds,
        completed_timestamp_seconds: Math.round(Date.now() / 1000),
      }
      await writeMetrics(values.metrics, name, { ...numbers, ...times })
    }
    if (problem !== undefined) log(problem)
    return problem === undefined ? 0 : 3
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string }
    log(`vitrine: ${message}`)
    return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS') ? 2 : 1
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
