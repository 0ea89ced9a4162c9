import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A third-party image, and the variable that names it with its digest for a release. */
type ForeignImage = { variable: string; name: string }

const places = [
  'services/management-api/Dockerfile',
  'services/delivery/Dockerfile',
  'infra/local/Dockerfile',
  'infra/compose.yaml',
]

/** The images that the Dockerfiles and compose.yaml name by tag, as defaults of their variables. */
export async function foreignImages(root: string): Promise<ForeignImage[]> {
  const texts = await Promise.all(places.map((place) => readFile(join(root, place), 'utf8')))
  const shape = /(?:^ARG (\w+_IMAGE)=(\S+)$|\$\{(\w+_IMAGE):-([^}]+)\})/gm
  const found = texts.flatMap((text) =>
    [...text.matchAll(shape)].map(([, argument, byArgument, variable, byDefault]) => ({
      variable: argument ?? variable ?? '',
      name: byArgument ?? byDefault ?? '',
    })),
  )
  return [...new Map(found.map((image) => [image.variable, image])).values()]
}

type Env = Readonly<Record<string, string | undefined>>

/** The digest by which the environment pins an image; null if there is none. */
export function digestOf({ variable, name }: ForeignImage, env: Env): string | null {
  const [pinned, digest] = env[variable]?.split('@') ?? []
  const isPinned = pinned === name && /^sha256:[0-9a-f]{64}$/.test(digest ?? '')
  return isPinned ? (digest ?? null) : null
}

/** Why these images cannot be released, one sentence each. A tag can be moved to other content. */
export const releaseProblems = (images: readonly ForeignImage[], env: Env): string[] =>
  images
    .filter((image) => digestOf(image, env) === null)
    .map(({ variable, name }) => `${variable} must be ${name}@sha256:<its digest>`)
