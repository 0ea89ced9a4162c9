import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isolated } from './base-image.js'
import type { Podman } from './podman.js'

export type Image = {
  name: string
  dockerfile: string
  target: 'run' | 'migrate' | 'try'
}

export const images = {
  delivery: { name: 'delivery', dockerfile: 'services/delivery/Dockerfile', target: 'run' },
  'management-api': {
    name: 'management-api',
    dockerfile: 'services/management-api/Dockerfile',
    target: 'run',
  },
  migrate: { name: 'migrate', dockerfile: 'services/management-api/Dockerfile', target: 'migrate' },
  try: { name: 'try', dockerfile: 'infra/local/Dockerfile', target: 'try' },
} as const satisfies Record<string, Image>

export const tagOf = ({ name }: Image): string => `localhost/vitrine-${name}`

type Context = { podman: Podman; root: string; folder: string }

/** What the workflow of a release says about an image, of which the labels are made. */
export const release = {
  VERSION: '0.0.0',
  REVISION: 'c0ffee',
  SOURCE: 'https://example.com/vitrine',
}

export async function buildImage(image: Image, { podman, root, folder }: Context): Promise<void> {
  await podman(
    'build',
    ...isolated,
    ...(await networkSettings(folder)),
    `--file=${join(root, image.dockerfile)}`,
    `--target=${image.target}`,
    `--tag=${tagOf(image)}`,
    ...Object.entries(release).map(([name, value]) => `--build-arg=${name}=${value}`),
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

/** The most that an image may add to its base, megabytes. The one for trying holds Postgres, Redis and both services. */
const mostMegabytes: Readonly<Record<Image['target'], number>> = {
  run: 100,
  migrate: 100,
  try: 400,
}

/**
 * @returns what an image adds to its base, megabytes.
 * @throws if that is too much, a label is missing, or its user has no number.
 */
export async function checkImage(image: Image, base: string, podman: Podman): Promise<number> {
  const inspect = async (name: string, format: string) =>
    (await podman('image', 'inspect', `--format=${format}`, name)).trim()
  const sizes = await Promise.all([tagOf(image), base].map((name) => inspect(name, '{{.Size}}')))
  const [own = 0, original = 0] = sizes.map(Number)
  const added = Math.round((own - original) / 1e6)
  if (added > mostMegabytes[image.target]) throw new Error(`it adds ${added} MB to its base`)
  const user = await inspect(tagOf(image), '{{.Config.User}}')
  if (!/^[1-9]\d*:\d+$/.test(user)) throw new Error(`its user is "${user}", without a number`)
  const labels = JSON.parse(await inspect(tagOf(image), '{{json .Labels}}')) as Labels
  for (const name of ['version', 'revision', 'source', 'licenses', 'title', 'description']) {
    const value = labels[`org.opencontainers.image.${name}`]
    const expected = (release as Labels)[name.toUpperCase()] ?? value
    if (!value || value !== expected) throw new Error(`its label ${name} is "${value}"`)
  }
  return added
}

type Labels = Readonly<Record<string, string>>
