import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startBackends } from '@vitrine/local/backends'
import { readArguments } from '@vitrine/local/command-line'
import { noRateLimits, startService } from '@vitrine/local/services'
import { fuzz } from './fuzz.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const log = (line: string) => process.stdout.write(`${line}\n`)

const { values } = readArguments('fuzz', process.argv.slice(2))
const requests = Number(values.requests)
const seed = Number(values.seed ?? Date.now() % 2 ** 31)

/** Functions that stop the parts, in the order in which these were started. */
const stops: (() => Promise<unknown>)[] = []
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-fuzz-'))
stops.push(() => rm(dataDir, { recursive: true, force: true }))
try {
  const { env, stop } = await startBackends({ dataDir, log })
  stops.push(stop)
  await promisify(execFile)(process.execPath, [join(root, 'prisma/dist/migrate.js')], {
    env: { ...process.env, ...env },
  })
  const settings = {
    ...env,
    ...noRateLimits,
    PUBLIC_URL: 'http://vitrine.test',
    JWT_SECRET: 'signs-access-tokens-while-fuzzing',
    BCRYPT_COST: '10',
    // A run takes longer than the default lifetime of a token.
    ACCESS_TOKEN_SECONDS: '86400',
    LOG_LEVEL: 'warn',
  }
  const management = await startService({ name: 'management-api', env: settings, log })
  stops.push(() => management.stop())
  const delivery = await startService({ name: 'delivery', env: settings, log })
  stops.push(() => delivery.stop())

  log(`${requests} requests, seed ${seed}`)
  const result = await fuzz({
    management: management.url,
    delivery: delivery.url,
    requests,
    seed,
    log,
  })
  log(`${result.sent} requests to ${result.calls} calls: ${JSON.stringify(result.statuses)}`)
  for (const { call, problem, request } of result.findings) {
    log(`\n${call}\n  ${problem}\n  ${request}`)
  }
  log(`${result.findings.length} findings; again: npm run fuzz -- --seed ${seed}`)
  process.exitCode = result.findings.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`npm run fuzz: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
} finally {
  for (const stop of stops.reverse()) await stop()
}
