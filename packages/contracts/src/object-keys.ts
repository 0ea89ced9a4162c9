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

/** `v1/grid-D3QYXYVP.js`, and one per language in `v1/labels-680c9992/de.js`. */
const embedScriptShape =
  /^v1\/[a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){0,5}-[A-Za-z0-9]{8,32}(?:\/[a-z]{2,3}(?:-[a-z]{2,4})?)?\.js$/

/**
 * One of them, by its path below `/embed/`.
 *
 * @returns null for what is not named as they are.
 */
export const embedScriptObject = (path: string): string | null =>
  embedScriptShape.test(path) ? `${embedScriptObjects}${path}` : null
