/**
 * Keys in the object store. Made of ids, and of names that have the shape that we give them: no other
 * name from outside ever becomes a path.
 */

/** Everything of a project: a prefix. */
export const projectObjects = (projectId: string) => `projects/${projectId}/`

/** Everything of an asset, original and derived: a prefix. */
export const assetObjects = (projectId: string, assetId: string) =>
  `${projectObjects(projectId)}assets/${assetId}/`

/** The bytes just as they were sent. */
export const originalObject = (projectId: string, assetId: string) =>
  `${assetObjects(projectId, assetId)}original`

/** A smaller copy of the original, from which renditions are made. */
export const mezzanineObject = (projectId: string, assetId: string, name: string) =>
  `${assetObjects(projectId, assetId)}mezzanine-${name}`

/** Renditions of an asset that are kept: a prefix. */
export const renditionObjects = (projectId: string, assetId: string) =>
  `${assetObjects(projectId, assetId)}renditions/`

/** One of them, by the version of what makes them and the key of its plan. */
export const renditionObject = (
  projectId: string,
  assetId: string,
  recipe: string,
  planKey: string,
) => `${renditionObjects(projectId, assetId)}${recipe}/${planKey}`

/** The embed's scripts that are named by their content, of every build that was deployed: a prefix. */
export const embedScriptObjects = 'embed/'

const digest = '[0-9a-f]{64}'
const entryShape = new RegExp(`^v1-(${digest})\\.js$`)
const partShape = new RegExp(`^v1/(${digest})/([a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){0,5}\\.js)$`)

/**
 * A script whose name says what its content is: the entry of a build by its own SHA-256, hex, and a part
 * by that of the list of its build's parts, which has the SHA-256 of each.
 */
export type EmbedScript =
  | { kind: 'entry'; object: string; sha256: string }
  | { kind: 'part'; object: string; name: string; list: { object: string; sha256: string } }

/**
 * A script of the embed, by its path below `/embed/`: `v1-<sha256>.js` or `v1/<sha256>/grid.js`.
 *
 * @returns null for any other name.
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

/** The list of a build's parts, JSON: the SHA-256 of each by its name. */
export const embedPartsObject = (sha256: string): string =>
  `${embedScriptObjects}v1/${sha256}/parts.json`
