import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isolated } from './base-image.js'
import type { Podman } from './podman.js'

export type Image = {
  name: string
  dockerfile: string
  target: 'run' | 'migrate'
}

export const images = {
  delivery: { name: 'delivery', dockerfile: 'services/delivery/Dockerfile', target: 'run' },
  'management-api': {
    name: 'management-api',
    dockerfile: 'services/management-api/Dockerfile',
    target: 'run',
  },
  migrate: { name: 'migrate', dockerfile: 'services/management-api/Dockerfile', target: 'migrate' },
} as const satisfies Record<string, Image>

export const tagOf = ({ name }: Image): string => `localhost/vitrine-${name}`

type Context = { podman: Podman; root: string; folder: string }

export async function buildImage(image: Image, { podman, root, folder }: Context): Promise<void> {
  await podman(
    'build',
    ...isolated,
    ...(await networkSettings(folder)),
    `--file=${join(root, image.dockerfile)}`,
    `--target=${image.target}`,
    `--tag=${tagOf(image)}`,
    root,
  )
}

const authorities = '/etc/ssl/certs/ca-certificates.crt'
const npmSettings = '/root/.npmrc'

/**
 * The environment's certificate authorities and npm registry, mounted only during the build so that
 * no layer contains them. Podman passes on HTTP_PROXY and related variables the same way.
 */
async function networkSettings(folder: string): Promise<string[]> {
  const { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, npm_config_registry } = process.env
  const bundle = NODE_EXTRA_CA_CERTS ?? SSL_CERT_FILE
  const lines = [
    ...(bundle === undefined ? [] : [`cafile=${authorities}`]),
    ...(npm_config_registry === undefined ? [] : [`registry=${npm_config_registry}`]),
  ]
  const settings = join(folder, 'npmrc')
  await writeFile(settings, `${lines.join('\n')}\n`)
  return [
    `--volume=${settings}:${npmSettings}:ro`,
    ...(bundle === undefined ? [] : [`--volume=${bundle}:${authorities}:ro`]),
  ]
}

/** @throws if an image contains anything specific to the build machine. */
export async function checkNothingLeft(image: Image, base: string, podman: Podman): Promise<void> {
  const script = `cat ${npmSettings} 2>/dev/null; cksum < ${authorities}; env | grep -i proxy; true`
  const read = (name: string) =>
    podman(
      'run',
      '--rm',
      '--network=host',
      '--http-proxy=false',
      '--user=0',
      name,
      'sh',
      '-c',
      script,
    )
  const [own, original] = [await read(tagOf(image)), await read(base)]
  if (own !== original) {
    throw new Error(`the image of ${image.name} holds settings of this machine:\n${own}`)
  }
}
