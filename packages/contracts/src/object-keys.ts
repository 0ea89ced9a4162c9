/** Keys in the object store. Made of ids alone: no name from outside ever becomes a path. */

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
