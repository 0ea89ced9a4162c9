import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { parse } from 'yaml'
import { root } from '../fixtures/workspace.js'

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

const folders = [
  'prisma',
  ...['services', 'packages', 'infra'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => `${parent}/${name}`),
  ),
]
const manifests = ['.', ...folders].filter((folder) =>
  existsSync(join(root, folder, 'package.json')),
)

const isExact = (version: string): boolean =>
  /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || ['catalog:', 'workspace:*'].includes(version)

t.test('every folder of the workspace says what it is for', async (t) => {
  for (const folder of folders) t.ok(existsSync(join(root, folder, 'README.md')), folder)
})

t.test('every dependency has an exact version', async (t) => {
  for (const folder of manifests) {
    const manifest = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as Manifest
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    t.strictSame(
      all.filter(([, version]) => !isExact(version)),
      [],
      folder,
    )
  }
  const { catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>
  }
  t.strictSame(
    Object.entries(catalog).filter(([, version]) => !isExact(version)),
    [],
  )
})

t.test('what bundles look up by name is a dependency of the deployed programs', async (t) => {
  // Left out of bundles (infra/build/bundle.mjs), and loaded where AWS provides the credentials of the store.
  for (const folder of ['services/delivery', 'services/management-api', 'prisma']) {
    const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
    const { dependencies = {} } = JSON.parse(text) as Manifest
    t.ok('@aws-sdk/credential-provider-node' in dependencies, folder)
  }
})
