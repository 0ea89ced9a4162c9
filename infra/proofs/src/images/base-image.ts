import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { arch } from 'node:os'
import { join } from 'node:path'
import { type Podman, runWell } from './podman.js'

type Context = { podman: Podman; folder: string; signal: AbortSignal }

const debianImage = 'localhost/vitrine-debian'

/** The npm version bundled with this major version of Node. */
const npmOf: Readonly<Record<string, string>> = { '22': 'npm@10' }

/** @returns the base image of a Dockerfile's stages, such as `node:22.1.0-bookworm-slim`. */
export async function readBaseName(dockerfile: string): Promise<string> {
  const found = /^ARG NODE_IMAGE=(\S+)$/m.exec(await readFile(dockerfile, 'utf8'))?.[1]
  if (found === undefined) throw new Error(`${dockerfile} has no line "ARG NODE_IMAGE=…"`)
  return found
}

/**
 * Builds an image under the official one's name without a container registry: Debian from its
 * packages, Node and npm from the npm registry.
 */
export async function makeBaseImage(name: string, context: Context): Promise<void> {
  const parts = /^node:((\d+)\.\d+\.\d+)-(\w+)-slim$/.exec(name)
  if (parts === null) throw new Error(`"${name}" is not of the form node:22.1.0-bookworm-slim`)
  const [, version = '', major = '', suite = ''] = parts
  await importDebian(suite, context)
  const { podman, folder, signal } = context
  const files = join(folder, 'base')
  await unpack(`node-linux-${arch()}@${version}`, join(files, 'node-package'), signal)
  await unpack(npmOf[major] ?? 'npm', join(files, 'npm'), signal)
  await cp(join(files, 'node-package/bin/node'), join(files, 'node'))
  await writeFile(join(files, 'Containerfile'), containerfile)
  await podman('build', ...isolated, `--tag=docker.io/library/${name}`, files)
}

/** `RUN` is executed without a container, because only our own Dockerfiles are built here. */
export const isolated = ['--isolation=chroot', '--pull-never', '--format=docker'] as const

const containerfile = `FROM ${debianImage}
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
CMD ["node"]
`

async function importDebian(suite: string, { podman, folder, signal }: Context): Promise<void> {
  const archive = join(folder, 'debian.tar')
  const args = ['--variant=minbase', '--include=ca-certificates', suite, archive]
  await runWell('mmdebstrap', args, { signal })
  await podman('import', archive, debianImage)
}

/** Downloads a package from the npm registry without running its scripts. */
async function unpack(specifier: string, target: string, signal: AbortSignal): Promise<void> {
  await mkdir(target, { recursive: true })
  const pack = ['pack', '--silent', `--pack-destination=${target}`, specifier]
  await runWell('npm', pack, { signal })
  const archive = (await readdir(target)).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error(`npm pack ${specifier} created no archive`)
  const args = ['--extract', '--strip-components=1', `--file=${archive}`]
  await runWell('tar', args, { cwd: target, signal })
}
