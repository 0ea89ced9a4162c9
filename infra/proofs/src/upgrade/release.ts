import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceName } from '@vitrine/local/services'
import { run } from './run.js'

/** A version of the product whose programs can be started. */
export type Release = {
  /** `0.2.0` */
  version: string
  /** The programs of the two services. */
  entry: (service: ServiceName) => string
  /** The program of the migrations. */
  migrate: string
}

/** The programs of the tree below `root`, which are built. */
export const releaseAt = (root: string, version: string): Release => ({
  version,
  entry: (service) => join(root, 'services', service, 'dist/main.js'),
  migrate: join(root, 'prisma/dist/migrate.js'),
})

/**
 * The former release: the state of the tree when its version was written to CHANGELOG.md, which only releases change. It is
 * cloned, installed and built once, below `.vitrine/releases`.
 *
 * @throws a one-sentence error if git does not have it, or it cannot be built.
 */
export async function provideFormerRelease(
  root: string,
  log: (line: string) => void,
): Promise<Release> {
  const git = (...args: string[]) => run('git', ['-C', root, ...args])
  const commit = (await git('log', '-1', '--format=%H', '--', 'CHANGELOG.md')).trim()
  if (commit === '') {
    throw new Error(
      'git has no commit of CHANGELOG.md here; clone the repository with its history (git fetch --unshallow)',
    )
  }
  const changelog = await git('show', `${commit}:CHANGELOG.md`)
  const version = /^## (\S+)$/m.exec(changelog)?.[1] ?? commit
  const folder = join(root, '.vitrine/releases', commit)
  if (!existsSync(folder)) {
    log(`  building release ${version} (once)`)
    await build({ root, commit, folder })
  }
  return releaseAt(folder, version)
}

async function build({
  root,
  commit,
  folder,
}: {
  root: string
  commit: string
  folder: string
}): Promise<void> {
  const work = `${folder}.${process.pid}`
  await mkdir(join(folder, '..'), { recursive: true })
  try {
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, work])
    await run('git', ['-C', work, 'checkout', '--quiet', '--detach', commit])
    const manifest = JSON.parse(await readFile(join(work, 'package.json'), 'utf8'))
    const pnpm = ['-y', (manifest as { packageManager: string }).packageManager]
    const programs = ['management-api', 'delivery', 'prisma'].map((name) => `@vitrine/${name}`)
    const dependencies = programs.map((name) => `--filter=${name}...`)
    await run('npx', [...pnpm, 'install', '--frozen-lockfile', ...dependencies], work)
    const filters = programs.map((name) => `--filter=${name}`)
    await run('npx', [...pnpm, 'exec', 'turbo', 'run', 'build', ...filters], work)
    await rename(work, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
