import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from '@vitrine/testing/t'
import { validate } from 'dockerfile-utils'
import { read, root } from '../fixtures/workspace.js'

const services = {
  delivery: { port: 3002, allocator: /^ENV MALLOC_ARENA_MAX=2 / },
  'management-api': { port: 3001, allocator: /^ENV LD_PRELOAD=\S+libjemalloc\.so\.2 / },
}

const files = ['services/delivery', 'services/management-api', 'infra/local']

t.test('all images are built on the same version of Node', async (t) => {
  const bases = await Promise.all(
    files.map(async (folder) => {
      const dockerfile = await read(`${folder}/Dockerfile`)
      return /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1]
    }),
  )
  t.equal(new Set(bases).size, 1, bases.join(', '))
})

t.test('each image has a user with a number, and says what it was made from', async (t) => {
  for (const folder of files) {
    const dockerfile = await read(`${folder}/Dockerfile`)
    t.strictSame(validate(dockerfile), [])
    for (const stage of dockerfile.split(/^FROM /m).slice(2)) {
      t.match(stage, /^USER 1000:1000$/m)
      for (const name of ['VERSION', 'REVISION', 'SOURCE']) {
        t.match(stage, new RegExp(`^ARG ${name}=\\w+$`, 'm'))
        t.match(stage, `org.opencontainers.image.${name.toLowerCase()}="$${name}"`)
      }
      for (const name of ['title', 'description', 'licenses']) {
        t.match(stage, new RegExp(`org\\.opencontainers\\.image\\.${name}="[^"$]+"`))
      }
    }
  }
})

for (const [name, { port, allocator }] of Object.entries(services)) {
  const dockerfile = await read(`services/${name}/Dockerfile`)
  const stages = dockerfile.split(/^FROM /m).slice(1)
  const shipped = stages.filter((stage) => !/^\S+ AS build\n/.test(stage))

  t.test(`the Dockerfile of ${name} passes the linter`, async (t) => {
    t.strictSame(
      validate(dockerfile).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
      [],
    )
  })

  t.test(`${name} is built only from its base image and package registries`, async (t) => {
    t.notMatch(dockerfile, /^#\s*(syntax|escape|check)\s*=/im, 'no frontend is fetched')
    for (const line of dockerfile.match(/--from=\S+/g) ?? []) t.equal(line, '--from=build')
  })

  t.test(`the images of ${name} do not turn on the login of the demo`, async (t) => {
    t.notMatch(dockerfile, 'DEMO_LOGIN')
  })

  t.test(`the images of ${name} use one pinned version of Node`, async (t) => {
    t.match(dockerfile, /^ARG NODE_IMAGE=node:22\.\d+\.\d+-bookworm-slim$/m)
    for (const stage of stages) t.match(stage, /^\$\{NODE_IMAGE\} AS \w+\n/)
  })

  t.test(`the images of ${name} contain only the deployment and run without root`, async (t) => {
    for (const stage of shipped) {
      t.match(stage, /^COPY --from=build \/deploy\/[\w-]+ /m)
      // Kubernetes' runAsNonRoot rejects a user name, because it cannot resolve its uid.
      t.match(stage, /^USER 1000:1000$/m)
      t.ok(stage.indexOf('\nUSER ') < stage.indexOf('\nCMD '), 'set in the stage itself')
      t.match(stage, /^CMD \["node", (?:"--[\w-]+(?:=\d+)?", )*"[\w/]+\.js"\]$/m)
      t.match(stage, /NODE_ENV=production/)
      t.notMatch(stage, /npm install|pnpm/)
    }
  })

  t.test(`${name} declares its port, health check and allocator`, async (t) => {
    const run = stages.at(-1) ?? ''
    t.match(run, new RegExp(`PORT=${port}\\b`))
    t.match(run, new RegExp(`^EXPOSE ${port}$`, 'm'))
    t.match(run, /^HEALTHCHECK [^\n]*\\\n\s+CMD \["node", "-e", ".*\/healthz/m)
    t.ok(run.split('\n').some((line) => allocator.test(line)))
  })
}

t.test('the build context has every source of the programs', async (t) => {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', 'services', 'packages', 'prisma'],
    {
      cwd: root,
    },
  )
  const ignored = (await read('.dockerignore'))
    .trim()
    .split('\n')
    .map((line) => ignoredBy(line))
  const sources = stdout.split('\n').filter((path) => /\/src\//.test(path))
  t.ok(sources.length > 0)
  t.strictSame(
    sources.filter((path) => ignored.some((pattern) => pattern.test(path))),
    [],
  )
})

/** A line of .dockerignore, as a pattern of the paths below it. */
const ignoredBy = (line: string): RegExp =>
  new RegExp(
    `^${line
      .replace(/[.+]/g, '\\$&')
      .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}(?:/|$)`,
  )

t.test('local builds and installs are excluded from the build context', async (t) => {
  const ignored = (await read('.dockerignore')).split('\n')
  for (const path of ['.git', '.env', '.vitrine', '**/node_modules', '**/dist']) {
    t.ok(ignored.includes(path), path)
  }
})
