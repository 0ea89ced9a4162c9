import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { findViolations } from '../../src/cruise.js'
import { dependencyRules } from '../../src/dependency-rules.js'
import { type Files, plantTree } from '../fixtures/tree.js'
import { root } from '../fixtures/workspace.js'

const it = 'export const it = 1\n'
const importing = (specifier: string) => `import { it } from '${specifier}'\nexport { it }\n`
const importingType = (specifier: string) =>
  `import type { it } from '${specifier}'\nexport type It = typeof it\n`

const widgets = 'services/delivery/src/resources/widgets'
const consoleSource = 'packages/console/src'

const isFrom = ({ path }: (typeof dependencyRules)[number]['from'], file: string): boolean =>
  [path ?? []].flat().some((pattern) => new RegExp(pattern).test(file))

/** The smallest tree that breaks each rule. */
const breaches: Record<string, Files> = {
  'services-stand-alone': { 'services/delivery/src/app.ts': importing('@vitrine/management-api') },
  'packages-know-no-service': {
    'packages/acceptance/test/job.ts': importing('@vitrine/delivery'),
  },
  'infra-knows-no-service-source': { 'infra/local/src/start.ts': importing('@vitrine/delivery') },
  'by-package-name-only': {
    'services/delivery/src/app.ts': importing('../../../packages/config/dist/index.js'),
  },
  'foundations-are-independent': { 'packages/http/src/index.ts': importing('@vitrine/config') },
  'imaging-knows-only-errors': { 'packages/imaging/src/plan.ts': importing('@vitrine/contracts') },
  'command-line-knows-only-the-sdk': {
    'packages/cli/src/program.ts': importing('@vitrine/contracts'),
  },
  'coherence-is-given-its-ports': {
    'packages/coherence/src/lease.ts': importing('@vitrine/database'),
  },
  'agreements-import-nothing': { 'packages/sdk/src/index.ts': importing('@vitrine/contracts') },
  'errors-stand-alone': {
    'packages/contracts/src/errors/codes.ts': importing('../tags.js'),
    'packages/contracts/src/tags.ts': 'export const tags = []',
  },
  'testing-imports-nothing': {
    'packages/testing/src/index.ts': importing('@vitrine/contracts'),
  },
  'acceptance-is-a-client': {
    'packages/acceptance/test/job.test.ts': importing('@vitrine/database'),
  },
  'seed-is-a-client': { 'prisma/src/seed/run.ts': importing('@vitrine/database') },
  'backups-know-tables-and-objects': { 'prisma/src/backup/run.ts': importing('@vitrine/database') },
  'production-knows-no-workshop': { 'services/delivery/src/app.ts': importing('@vitrine/testing') },
  'infra-has-layers': { 'infra/bench/src/run.ts': importing('@vitrine/proofs') },
  'proofs-run-suites': { 'infra/proofs/src/run.ts': importing('@vitrine/bench') },
  'only-importer-of-prisma': { 'services/delivery/src/app.ts': importing('@prisma/client') },
  'only-importer-of-pg': { 'packages/testing/src/index.ts': importing('pg') },
  'only-importer-of-ioredis': { 'services/delivery/src/app.ts': importing('ioredis') },
  'only-importer-of-prom-client': { 'packages/cache/src/index.ts': importing('prom-client') },
  'only-importer-of-minio': { 'infra/local/src/bucket.ts': importing('minio') },
  'only-importer-of-sharp': { 'services/management-api/src/app.ts': importing('sharp') },
  'services-decode-nothing': {
    'packages/imaging/package.json': JSON.stringify({
      name: '@vitrine/imaging',
      type: 'module',
      exports: { './direct': './dist/direct.js' },
    }),
    'packages/imaging/dist/direct.js': it,
    'services/delivery/src/app.ts': importing('@vitrine/imaging/direct'),
  },
  'routes-know-no-repository': {
    [`${widgets}/routes.ts`]: importing('./repository.js'),
    [`${widgets}/repository.ts`]: it,
  },
  'only-repositories-query': { [`${widgets}/service.ts`]: importing('@vitrine/database') },
  'console-knows-only-the-sdk': {
    [`${consoleSource}/server/client.ts`]: importing('@vitrine/config'),
  },
  'console-pages-stand-alone': {
    [`${consoleSource}/library/page.ts`]: importing('../projects/page.js'),
    [`${consoleSource}/projects/page.ts`]: it,
  },
  'controls-import-no-data': {
    [`${consoleSource}/controls/button.ts`]: importing('../server/client.js'),
    [`${consoleSource}/server/client.ts`]: it,
  },
  'only-controls-import-react-aria': {
    [`${consoleSource}/shell/shell.ts`]: importing('react-aria-components'),
  },
  'sign-in-is-kit-free': {
    [`${consoleSource}/sign-in/page.ts`]: importing('../controls/button.js'),
    [`${consoleSource}/controls/button.ts`]: it,
  },
  'no-cycles': {
    'packages/cache/src/read.ts': importing('./write.js'),
    'packages/cache/src/write.ts': importing('./read.js'),
  },
  'nothing-unresolvable': { 'packages/cache/src/index.ts': importing('nowhere') },
}

const permitted: Files = {
  'packages/cache/src/index.ts': importing('ioredis'),
  'packages/cache/test/unit/read.test.ts': importing('../../src/index.js'),
  'packages/database/src/index.ts': `${importing('pg')}export * from '@prisma/client'\n`,
  'packages/http/src/index.ts': importing('@vitrine/contracts'),
  'packages/testing/src/picture.ts': importing('sharp'),
  'infra/bench/src/peer.ts': importing('sharp'),
  [`${consoleSource}/library/page.ts`]: importing('../controls/button.js'),
  [`${consoleSource}/controls/button.ts`]: importing('react-aria-components'),
  'infra/local/src/start.ts': importing('@vitrine/prisma'),
  [`${widgets}/routes.ts`]: importing('./service.js'),
  [`${widgets}/service.ts`]: `${importing('./repository.js')}${importingType('@vitrine/database')}`,
  [`${widgets}/repository.ts`]: importing('@vitrine/database'),
  'services/delivery/src/app.ts': importing('./resources/widgets/routes.js'),
  'services/delivery/test/unit/pixels.test.ts': importing('sharp'),
}

t.test('a tree that follows every rule has no violation', async (t) => {
  const root = t.testdir({})
  await plantTree(root, permitted)
  t.strictSame(await findViolations(root), [])
})

t.test('every rule has a tree that breaks it, and a reason', async (t) => {
  t.strictSame(Object.keys(breaches).sort(), dependencyRules.map(({ name }) => name).sort())
  for (const { name, comment } of dependencyRules) t.match(comment, /^[A-Z].*\.$/, name)
})

for (const [rule, files] of Object.entries(breaches)) {
  t.test(`an import that breaks ${rule} is reported as that violation only`, async (t) => {
    const root = t.testdir({})
    await plantTree(root, files)
    const violations = await findViolations(root)
    t.strictSame([...new Set(violations.map((violation) => violation.rule))], [rule])
  })
}

t.test('folders that import each other, in whatever files, are reported', async (t) => {
  const root = t.testdir({})
  const source = 'services/delivery/src'
  await plantTree(root, {
    [`${source}/resources/assets/service.ts`]: importing('../../queue/runner.js'),
    [`${source}/queue/runner.ts`]: it,
    [`${source}/queue/jobs/bulk.ts`]: importing('../../renditions/plan.js'),
    [`${source}/renditions/plan.ts`]: importingType('../resources/widgets/schemas.js'),
    [`${source}/resources/widgets/schemas.ts`]: it,
    // Folders inside of others, files beside folders, and other packages are no cycle.
    [`${source}/resources/widgets/service.ts`]: importing('../widgets/answers/answer.js'),
    [`${source}/resources/widgets/answers/answer.ts`]: importing('../schemas.js'),
  })
  t.strictSame(
    (await findViolations(root)).map(({ rule, from, to }) => [
      rule,
      from.replace(`${source}/`, ''),
      to.replace(`${source}/`, ''),
    ]),
    [
      ['no-folder-cycles', 'queue/jobs/bulk.ts', 'renditions/plan.ts'],
      ['no-folder-cycles', 'renditions/plan.ts', 'resources/widgets/schemas.ts'],
      ['no-folder-cycles', 'resources/assets/service.ts', 'queue/runner.ts'],
    ],
  )
})

t.test('every package and service is named in a rule', async (t) => {
  const folders = ['services', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  for (const folder of folders) {
    const isNamed = dependencyRules.some(
      ({ from }) => isFrom(from, `${folder}/src/a.ts`) && !isFrom(from, 'packages/new/src/a.ts'),
    )
    t.ok(isNamed, folder)
  }
})

t.test('only repositories query the database, also outside resources', async (t) => {
  const root = t.testdir({})
  const jobs = 'services/management-api/src/queue'
  await plantTree(root, {
    [`${jobs}/worker.ts`]: importing('@vitrine/database'),
    [`${jobs}/repository.ts`]: importing('@vitrine/database'),
    'services/management-api/src/clients.ts': importing('@vitrine/database'),
  })
  const violations = await findViolations(root)
  t.match(violations, [{ rule: 'only-repositories-query', from: `${jobs}/worker.ts` }])
  t.equal(violations.length, 1)
})

t.test('routes cannot bypass the rule with a type-only import of the database', async (t) => {
  const root = t.testdir({})
  await plantTree(root, { [`${widgets}/routes.ts`]: importingType('@vitrine/database') })
  t.match(await findViolations(root), [{ rule: 'routes-know-no-repository' }])
})

t.test('a tree without readable imports is an error, not a pass', async (t) => {
  const root = t.testdir({ packages: { cache: { 'index.js': 'export {}\n' } } })
  await t.rejects(findViolations(root), /read no import/)
})
