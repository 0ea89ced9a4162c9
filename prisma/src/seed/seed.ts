import { randomBytes } from 'node:crypto'
import { orThrow, pages, VitrineError } from '@vitrine/sdk'
import { signInOrRegister } from './account.js'
import { type Api, type ApiDeps, createApi } from './api.js'
import { startUploads, type Uploads } from './assets.js'
import { catalogue, type Picture } from './catalogue.js'
import { type Demo, findDemo, saveDemo } from './demo-file.js'
import { ensureWidgets } from './widgets.js'

type SeedOptions = ApiDeps & {
  /** Path of the JSON file that keeps the login and the key from run to run. */
  demoFile: string
  /** Named like the catalogue's. */
  pictures?: readonly Picture[]
  /** Receives a line for each thing made, and for each left out. */
  report?: (line: string) => void
}

/**
 * Brings the demo to completion through the public HTTP API: account, project, pictures, one
 * published widget per layout, API key. What exists is left alone, so that a second run changes
 * nothing and a run after one that broke off, or left pictures out, makes the rest.
 *
 * @throws VitrineError when the API refuses something.
 */
export async function seedDemo(options: SeedOptions): Promise<Required<Demo>> {
  const { demoFile, pictures = catalogue, report = () => {} } = options
  const api = createApi(options)
  const found = await findDemo(demoFile)
  const known = found ?? (await begin(demoFile))

  const organizationId = await signInOrRegister(api, known, found === null)
  const projectId = await ensureProject(api, organizationId)
  const uploads = await startUploads(api, projectId, pictures, report)
  const formerlyMissing = known.missing ?? []
  let noted: Promise<void> | undefined
  const noteMissing = () => {
    noted ??= outcomeOf(uploads).then(({ missing }) =>
      saveDemo(demoFile, { ...known, missing: [...new Set([...formerlyMissing, ...missing])] }),
    )
    return noted
  }
  const slugs = await ensureWidgets(
    { api, projectId, report },
    { uploads, formerlyMissing, noteMissing },
    // Also after a failure: an upload that goes on would be made again by the next run.
  ).finally(() => outcomeOf(uploads))
  const { assets, missing } = await outcomeOf(uploads)
  const apiKey = await ensureApiKey(api, projectId, slugs[0], known.apiKey)

  const { email, password } = known
  const demo = { email, password, projectId, apiKey, slugs, assets, missing }
  await saveDemo(demoFile, demo)
  return demo
}

/** The password is on disk before the account exists: a crash in between can't lose it. */
async function begin(demoFile: string): Promise<Demo> {
  const password = randomBytes(12).toString('hex')
  const demo = { email: 'demo@vitrine.example', password }
  await saveDemo(demoFile, demo)
  return demo
}

/** Resolves when every upload has ended. */
async function outcomeOf(uploads: Uploads): Promise<Pick<Required<Demo>, 'assets' | 'missing'>> {
  const ended = await Promise.all(
    [...uploads].map(async ([filename, upload]) => ({ filename, id: await upload })),
  )
  return {
    assets: ended.flatMap(({ id, filename }) => (id === null ? [] : [{ id, filename }])),
    missing: ended.flatMap(({ id, filename }) => (id === null ? [filename] : [])),
  }
}

const shopWindow = { name: 'Shop window', slug: 'shop-window' }
const path = '/api/organizations/{orgId}/projects'

/** @returns the id of the demo's project, which is made where it is missing. */
async function ensureProject({ vitrine }: Api, organizationId: string): Promise<string> {
  const params = { path: { orgId: organizationId } }
  for await (const { id, slug } of pages(vitrine, path, { params })) {
    if (slug === shopWindow.slug) return id
  }
  const { id } = await orThrow(vitrine.POST(path, { params, body: shopWindow }))
  return id
}

/** Errors for a key that cannot read this project's widgets. */
const refusals = [401, 403, 404]

/**
 * @param slug a published widget; undefined when there is none, and no key can be tried.
 * @param known the key of an earlier run. It is kept if it can fetch that widget.
 * @returns a key that reads the project's published widgets.
 */
async function ensureApiKey(
  api: Api,
  projectId: string,
  slug: string | undefined,
  known: string | undefined,
): Promise<string> {
  const isKept = known !== undefined && slug !== undefined && (await opens(api, slug, known))
  if (isKept) return known
  const { key } = await orThrow(
    api.vitrine.POST('/api/projects/{projectId}/api-keys', {
      params: { path: { projectId } },
      body: { name: 'Demo', permissions: 'READ' },
    }),
  )
  return key
}

async function opens({ siteOf }: Api, widgetSlug: string, apiKey: string): Promise<boolean> {
  const { error, response } = await siteOf(apiKey).GET('/api/v1/widgets/{widgetSlug}', {
    params: { path: { widgetSlug } },
  })
  if (!response.ok && !refusals.includes(response.status)) throw new VitrineError(response, error)
  return response.ok
}
