/**
 * Keys in the object store. They consist of ids and of validated names, so no client input becomes a path.
 */

export const projectObjects = (projectId: string) => `projects/${projectId}/`

/** Prefix of all objects of an asset, original and derived. */
export const assetObjects = (projectId: string, assetId: string) =>
  `${projectObjects(projectId)}assets/${assetId}/`

/**
 * Names the folder of a file that replaced another one, `v<version>-<random>`: the version that it was uploaded
 * as, and a random part, since two replacements may be under way at once. null: the first file of an asset,
 * which has no folder of its own.
 */
export type FileKey = string | null

const fileFolder = (projectId: string, assetId: string, fileKey: FileKey) =>
  fileKey === null
    ? assetObjects(projectId, assetId)
    : `${assetObjects(projectId, assetId)}${fileKey}/`

/** The uploaded bytes, unchanged. */
export const originalObject = (projectId: string, assetId: string, fileKey: FileKey = null) =>
  `${fileFolder(projectId, assetId, fileKey)}original`

/** A smaller copy of the original, from which renditions are rendered. */
export const mezzanineObject = (
  projectId: string,
  assetId: string,
  name: string,
  fileKey: FileKey = null,
) => `${fileFolder(projectId, assetId, fileKey)}mezzanine-${name}`

export const renditionObjects = (projectId: string, assetId: string, fileKey: FileKey = null) =>
  `${fileFolder(projectId, assetId, fileKey)}renditions/`

/** A stored rendition, by the version of the recipe and the key of its plan. */
export const renditionObject = (
  projectId: string,
  assetId: string,
  recipe: string,
  planKey: string,
  fileKey: FileKey = null,
) => `${renditionObjects(projectId, assetId, fileKey)}${recipe}/${planKey}`

/** Prefixes of all objects of one file of an asset, and of no other file. */
export const fileObjects = (projectId: string, assetId: string, fileKey: FileKey): string[] =>
  fileKey === null
    ? ['original', 'mezzanine-', 'renditions/'].map(
        (name) => `${assetObjects(projectId, assetId)}${name}`,
      )
    : [fileFolder(projectId, assetId, fileKey)]

const assetObjectShape =
  /^projects\/([^/]+)\/assets\/([^/]+)\/(?:(v\d{1,10}-[0-9a-f]{16})\/)?(original|mezzanine-[^/]+|renditions\/.+)$/

export type AssetObject = {
  projectId: string
  assetId: string
  fileKey: FileKey
  /** `original`, `mezzanine-…` or `renditions/…` */
  name: string
}

/** The file that an object belongs to. null for any key that no function above makes for an asset. */
export function parseAssetObject(key: string): AssetObject | null {
  const [, projectId, assetId, fileKey = null, name] = assetObjectShape.exec(key) ?? []
  if (projectId === undefined || assetId === undefined || name === undefined) return null
  return { projectId, assetId, fileKey, name }
}

/** Prefix of the embed's content-addressed scripts and stylesheets, of every deployed build. */
export const embedScriptObjects = 'embed/'

const digest = '[0-9a-f]{64}'
const entryShape = new RegExp(`^v1-(${digest})\\.js$`)
const partShape = new RegExp(
  `^v1/(${digest})/([a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){0,5}\\.(?:js|css))$`,
)

/**
 * A content-addressed script or stylesheet: the entry of a build is named by its own SHA-256 in hex, and a part
 * by the SHA-256 of its build's parts list, which contains the hash of each part.
 */
type EmbedScript =
  | { kind: 'entry'; object: string; sha256: string }
  | { kind: 'part'; object: string; name: string; list: { object: string; sha256: string } }

/**
 * Parses the path of an embed script below `/embed/`: `v1-<sha256>.js` or `v1/<sha256>/grid.js`.
 *
 * @returns null for any other path.
 */
export function embedScript(path: string): EmbedScript | null {
  const object = `${embedScriptObjects}${path}`
  const [, sha256] = entryShape.exec(path) ?? []
  if (sha256 !== undefined) return { kind: 'entry', object, sha256 }
  const [, listSha256, name] = partShape.exec(path) ?? []
  if (listSha256 === undefined || name === undefined) return null
  const list = { object: embedPartsObject(listSha256), sha256: listSha256 }
  return { kind: 'part', object, name, list }
}

/** The parts list of a build, JSON: the SHA-256 of each part by name. */
export const embedPartsObject = (sha256: string): string =>
  `${embedScriptObjects}v1/${sha256}/parts.json`

const consoleFileShape = /^assets\/[\w.-]{1,100}-[\w-]{8}\.(?:js|css|svg|webp|woff2)$/

/**
 * The key of a hashed file of the console, such as `assets/index-<hash>.js`.
 *
 * @returns null for any other path.
 */
export const consoleFileObject = (path: string): string | null =>
  consoleFileShape.test(path) ? `console/${path}` : null

/** Stored after all files of a build of the console. Named by the SHA-256 of their list, in hex. */
export const consoleBuildObject = (sha256: string): string => `console/builds/${sha256}`
