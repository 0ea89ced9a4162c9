/*
 * The options of `npm start` and of the other package.json tasks. The bootstrap parses them before
 * anything is installed, so that errors are reported immediately; the programs use the same table.
 * Uses only Node's built-in modules.
 */
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const flag = { type: 'boolean', default: false }
const texts = { type: 'string', multiple: true, default: [] }
// Used by the bootstrap, which passes on all arguments.
const always = { verbose: flag, help: { ...flag, short: 'h' } }

const tasks = {
  start: {
    options: {
      port: text,
      replicas: { ...text, default: '1' },
      'restart-delay': { ...text, default: '10000' },
      reset: flag,
    },
    usage: `Usage: npm start -- [options]

Starts the whole of Vitrine on this machine: Postgres, Redis, an S3 store, both services, the
demo. Data is kept in .vitrine/. Ctrl-C stops everything.

  --port <n>            port of the public address (default 8080, or VITRINE_PORT; 0: any free)
  --replicas <n>        delivery processes, 1 to 32 (default 1)
  --reset               delete the data of earlier starts first
  --restart-delay <ms>  from the unexpected end of a process to its restart (default 10000;
                        0: never)
  --verbose             show the output of the installation and the build
  --help                this text

Environment: DATABASE_URL, REDIS_URL and S3_ENDPOINT with S3_ACCESS_KEY, S3_SECRET_KEY and
S3_BUCKET name backends to use instead of own ones; VITRINE_BACKENDS=embedded passes over server
programs on PATH. VITRINE_HOST=0.0.0.0 listens on all addresses, for a container. Other variables, such
as LOG_LEVEL, reach both services.
`,
  },
  test: {
    options: { only: text, changed: text },
    // The value of an option given without one.
    bare: { '--changed': '--changed=HEAD' },
    usage: `npm test                        everything: lint, dependency rules, types, all suites
npm test -- --only <package>    one suite: delivery or @vitrine/delivery
npm test -- --changed           the suites that changes since the last commit can affect
npm test -- --changed=<commit>  those that changes since a commit or branch can affect
npm test -- --verbose           with the output of all that passes
With CI=true in the environment nothing is taken from the cache.
`,
  },
  proofs: {
    options: {
      all: flag,
      changed: text,
      seeds: text,
      seed: text,
      profile: text,
      without: texts,
      trace: flag,
      seconds: { ...text, default: '3' },
      nemesis: texts,
      requests: { ...text, default: '5000' },
      changes: { ...text, default: '100' },
      reads: { ...text, default: '100000' },
      rows: { ...text, default: '1000000' },
      assets: { ...text, default: '500' },
      failovers: { ...text, default: '3' },
      store: texts,
      layout: texts,
      scheme: texts,
    },
    allowPositionals: true,
    bare: { '--changed': '--changed=HEAD' },
    usage: `npm run proofs                          simulation, chaos, cdn, sbom, backup, fuzz and the suites of test/proofs
npm run proofs -- <name> …              some of them: simulation, chaos, cdn, sbom, backup, fuzz, sheet, stores, chart, images,
                                        compose, backends, upgrade, or a workspace
npm run proofs -- --all                 also sheet, stores, chart, images, compose, backends and upgrade
npm run proofs -- --changed[=<commit>]  those that changes since a commit can affect

simulation  --seeds <n> (default 1000)  --seed <n>  --profile <name>  --without <rule>  --trace
chaos       --seconds <n> for each nemesis (default 3)  --nemesis <name>
cdn         --changes <n>, at least (default 100)
backup      --assets <n> (default 500)
sbom        OSV_DATABASE in the environment names a folder with the advisories of OSV for npm
fuzz        --requests <n> (default 5000)  --seed <n>
sheet       --layout <LAYOUT>  --scheme light|dark|placeholders|frames: .vitrine/sheet/*.png, to be looked at
stores      --store versitygw|minio, which Go builds; or S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET
            and S3_REGION in the environment name a store, whose bucket must exist
chart       needs Go, with which helm, kubeconform and actionlint are built
images      needs podman and mmdebstrap
upgrade     --reads <n>, at least (default 100000)  --rows <n> of pictures in the database (default 1000000)
compose     needs podman, mmdebstrap and Go, with which Caddy and versitygw are built
backends    --failovers <n> of each kind (default 3)  --nemesis <name>; needs Patroni, HAProxy and others of Debian
`,
  },
  bench: {
    options: { rounds: { ...text, default: '5' } },
    allowPositionals: true,
    usage: `npm run bench                   all rows in one table, about half an hour
npm run bench -- warm cold      only these rows: warm, not-modified, cold, watermark, upload, busy, overload,
                                idle, acknowledgement, lists, events, embed
npm run bench -- --rounds 1     fewer rounds than 5
How fast Vitrine is beside its peers. infra/bench/README.md says what each row measures.
`,
  },
  sbom: {
    options: { accept: flag, release: flag },
    usage: `npm run sbom                    checks the packages in production, writes .vitrine/sbom/*.cdx.json
npm run sbom -- --accept        writes them into infra/checks/production-packages.json first
npm run sbom -- --release       also asks that NODE_IMAGE and the other *_IMAGE of the Dockerfiles and of
                                compose.yaml are set and name a digest
`,
  },
}

/** @throws a one-sentence error for an unknown option or a missing value. */
export function readArguments(task, args) {
  const { options, bare = {}, allowPositionals = false } = tasks[task]
  const given = args.map((arg) => (Object.hasOwn(bare, arg) ? bare[arg] : arg))
  try {
    return parseArgs({ args: given, options: { ...options, ...always }, allowPositionals })
  } catch (error) {
    const [sentence] = error.message.split('. ', 1)
    const command = task === 'start' || task === 'test' ? `npm ${task}` : `npm run ${task}`
    throw new Error(`${sentence}; \`${command} -- --help\` lists the options`)
  }
}

/** The `--help` text. */
export const usageOf = (task) => tasks[task].usage

/** @throws a one-sentence error for an unknown option or an invalid value. */
export function parseStartOptions(args, env) {
  const { values } = readArguments('start', args)
  if (values.help) return null
  const port = values.port ?? env.VITRINE_PORT ?? '8080'
  return {
    host: env.VITRINE_HOST || 'localhost',
    port: integer(values.port === undefined ? 'VITRINE_PORT' : '--port', port, 0, 65_535),
    replicas: integer('--replicas', values.replicas, 1, 32),
    restartDelayMs: integer('--restart-delay', values['restart-delay'], 0, 3_600_000),
    reset: values.reset,
  }
}

function integer(name, given, least, most) {
  const value = Number(given)
  if (/^\d+$/.test(given) && value >= least && value <= most) return value
  throw new Error(`${name} is "${given}"; it takes a whole number from ${least} to ${most}`)
}
