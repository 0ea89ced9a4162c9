import type { IRegularForbiddenRuleType } from 'dependency-cruiser'

/** A rule about who may import what. `comment` is the reason printed with a violation. */
type DependencyRule = IRegularForbiddenRuleType & { name: string; comment: string }

type Module = DependencyRule['from']

const ours = '^(services|packages|infra|prisma)/'
/** A package's own sources; its tests may also use `@vitrine/testing`. */
const sources = (names: string) => `^packages/(${names})/src/`
const resource = '^services/[^/]+/src/resources/'

function forbid(name: string, comment: string, from: Module, to: DependencyRule['to']) {
  return { name, comment, severity: 'error', from, to } as DependencyRule
}

/** All workspace packages except the named ones and the module's own folder. */
const oursExcept = (names: string) => ({
  path: ours,
  pathNot: [`^packages/(${names})/`, '^packages/$1/'],
})

/** A vendor wrapped by a single package, so that its types and errors do not leak. */
function onlyImporter(vendor: string, modules: string, importers: string[]): DependencyRule {
  return forbid(
    `only-importer-of-${vendor}`,
    `One place wraps ${vendor}, translates its errors and can replace it.`,
    { path: ours, pathNot: importers },
    { path: `node_modules/${modules}/` },
  )
}

const betweenWorkspaces = [
  forbid(
    'services-stand-alone',
    'The services are deployed and scaled apart; what they agree on is in packages/contracts.',
    { path: '^services/([^/]+)/' },
    { path: '^services/', pathNot: '^services/$1/' },
  ),
  forbid(
    'packages-know-no-service',
    'Packages are what the services stand on; data flows one way.',
    { path: '^packages/' },
    { path: '^services/' },
  ),
  forbid(
    'infra-knows-no-service-source',
    'Infra starts the services as processes, just as a deployment does.',
    { path: '^infra/' },
    { path: '^services/' },
  ),
  forbid(
    'by-package-name-only',
    "A path into another workspace's src or dist goes around what it exports.",
    { path: '^((?:services|packages|infra)/[^/]+|prisma)/' },
    { path: ours, pathNot: '^$1/', dependencyTypes: ['local'] },
  ),
]

const betweenPackages = [
  forbid(
    'foundations-are-independent',
    'Each of these wraps one thing and is replaceable alone; the services wire them together.',
    { path: sources('http|config|database|object-store|cache') },
    oursExcept('contracts'),
  ),
  forbid(
    'imaging-knows-only-errors',
    'Pictures are bytes and numbers: the pipeline knows no tenant, table or route.',
    { path: sources('imaging') },
    oursExcept('contracts/(src|dist)/errors'),
  ),
  forbid(
    'coherence-is-given-its-ports',
    'The simulation drives the real package, so clock, bus and SQL are passed in.',
    { path: sources('coherence') },
    oursExcept('contracts'),
  ),
  forbid(
    'command-line-knows-only-the-sdk',
    'It is a client like any other: what it needs of the API, the SDK and the OpenAPI document have.',
    { path: sources('cli') },
    oursExcept('sdk'),
  ),
  forbid(
    'console-knows-only-the-sdk',
    'It runs in browsers and is a client like any other.',
    { path: sources('console') },
    oursExcept('sdk|contracts'),
  ),
  forbid(
    'agreements-import-nothing',
    'What everything agrees on, and what visitors load, can depend on nothing of ours.',
    { path: sources('contracts|embed|sdk') },
    { path: ours, pathNot: '^packages/$1/' },
  ),
  forbid(
    'errors-stand-alone',
    'The console and image processes load them, and need nothing else that the services agree on.',
    { path: '^packages/contracts/src/errors/' },
    { path: '^packages/', pathNot: '^packages/contracts/src/errors/' },
  ),
]

const workshop = [
  forbid(
    'testing-imports-nothing',
    'The suites of all packages use it, so it can depend on none of them.',
    { path: sources('testing') },
    { path: ours, pathNot: '^packages/$1/' },
  ),
  forbid(
    'acceptance-is-a-client',
    'It proves the main job from outside: over HTTP, with what clients have.',
    { path: '^packages/(acceptance)/' },
    { path: '^packages/', pathNot: '^packages/(acceptance|cli|contracts|sdk|testing)/' },
  ),
  forbid(
    'seed-is-a-client',
    'The demo is made by calls of the API, as an admin would make it.',
    { path: '^prisma/src/(?!backup/)' },
    { path: ours, pathNot: '^(prisma|packages/sdk)/' },
  ),
  forbid(
    'backups-know-tables-and-objects',
    'They work on any installation from outside: no service runs, or can be called.',
    { path: '^prisma/src/backup/' },
    { path: ours, pathNot: '^(prisma/src/backup|packages/(config|contracts|object-store))/' },
  ),
  forbid(
    'production-knows-no-workshop',
    'Images contain neither the tools of this repository nor its test helpers.',
    { path: '^(services|packages)/', pathNot: ['^packages/(acceptance|testing)/', '/test/'] },
    { path: '^(infra|prisma|packages/(acceptance|testing))/' },
  ),
  forbid(
    'infra-has-layers',
    'Tools stand on the local stack, not on each other, and the stack on none of them.',
    { path: '^infra/([^/]+)/', pathNot: '^infra/proofs/' },
    { path: '^infra/', pathNot: '^infra/(local|$1)/' },
  ),
  forbid(
    'proofs-run-suites',
    'The proofs stand on the local stack and on the runner of the suites.',
    { path: '^infra/proofs/' },
    { path: '^infra/', pathNot: '^infra/(local|checks|proofs)/' },
  ),
]

const vendors = [
  onlyImporter('prisma', '@prisma', ['^packages/database/', '^prisma/']),
  onlyImporter('pg', 'pg', [
    '^packages/database/',
    '^prisma/',
    '^packages/testing/src/database-copies',
  ]),
  onlyImporter('ioredis', 'ioredis', ['^packages/cache/']),
  onlyImporter('prom-client', 'prom-client', ['^packages/http/']),
  onlyImporter('minio', 'minio', ['^packages/object-store/']),
  // The testing package, the benchmark and the contact sheet generate pictures, and tests inspect them.
  onlyImporter('sharp', 'sharp', [
    '^packages/(imaging|testing)/',
    '^infra/(bench|proofs)/src/',
    '^(services|packages|infra)/[^/]+/test/',
  ]),
]

const decoding = [
  forbid(
    'services-decode-nothing',
    'Untrusted bytes are decoded in processes of their own, which may die.',
    { path: '^services/[^/]+/src/' },
    { path: '^packages/imaging/dist/direct\\.js$' },
  ),
]

const withinServices = [
  forbid(
    'routes-know-no-repository',
    'Routes are verb, path, schema and one line; the rules are in the service.',
    { path: `${resource}.*/routes\\.ts$` },
    { path: ['(^|[/-])repository\\.ts$', '^packages/database/'] },
  ),
  forbid(
    'only-repositories-query',
    'A query outside of a repository escapes the tenant that comes first there.',
    {
      path: '^services/[^/]+/src/',
      // Routes have the stricter rule above; the others open the connections.
      pathNot: ['[/-]repository\\.ts$', '/resources/.*/routes\\.ts$', '/(app|clients)\\.ts$'],
    },
    { path: '^packages/database/', dependencyTypesNot: ['type-only'] },
  ),
]

const consolePart = '^packages/console/src/'
/** The folders of the console with pages, which one may leave out without changing another. */
const consolePages =
  'sign-in|library|widgets|editor|embed-code|api-keys|members|audit|projects|organization|project-settings|usage|account|analytics|history'
/** Modules that every page may import. */
const consoleBase = 'server|session|tab-session|permissions|problems|controls|forms|words|design'

const withinConsole = [
  forbid(
    'console-pages-stand-alone',
    'Pages share the folders server, session, tab-session, permissions, problems, controls, forms, uploads, publishing and picking. routes.tsx composes them.',
    { path: `${consolePart}(${consolePages})/` },
    {
      path: consolePart,
      pathNot: [`${consolePart}(${consoleBase}|uploads|publishing|picking)/`, `${consolePart}$1/`],
    },
  ),
  forbid(
    'controls-import-no-data',
    'A control is dressed once and knows no resource.',
    { path: `${consolePart}controls/` },
    { path: ours, pathNot: `${consolePart}(controls|forms|words)/` },
  ),
  forbid(
    'only-controls-import-react-aria',
    'The kit can be replaced, and its parts look the same everywhere.',
    { path: consolePart, pathNot: `${consolePart}controls/` },
    { path: 'node_modules/react-aria' },
  ),
  forbid(
    'sign-in-is-kit-free',
    'It is the first page that a person loads, on any connection.',
    { path: `${consolePart}sign-in/` },
    { path: `${consolePart}controls/` },
  ),
]

const everywhere = [
  forbid(
    'no-cycles',
    'Modules that need each other are one concept in two files, or two in one.',
    {},
    { circular: true },
  ),
  forbid(
    'nothing-unresolvable',
    'An import that leads nowhere is a missing dependency or an unbuilt package.',
    {},
    { couldNotResolve: true },
  ),
]

export const dependencyRules: readonly DependencyRule[] = [
  ...betweenWorkspaces,
  ...betweenPackages,
  ...workshop,
  ...vendors,
  ...decoding,
  ...withinServices,
  ...withinConsole,
  ...everywhere,
]
