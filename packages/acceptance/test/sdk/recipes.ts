import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { orThrow, upload } from '@vitrine/sdk'
import { freshName, jpeg } from '@vitrine/testing'
import type { newAccount } from '../account.js'

/** The output of each recipe of the SDK's README. */
export const outputs: readonly RegExp[] = [
  /^Ann is in 1 organization$/,
  /^the project is Shop$/,
  /^(?:\d+ %\n)+processing\nuploaded dune.jpg, 600 × 400$/,
  /^(?:[ab]\.jpg is [-0-9a-f]{36}\n?){2}$/,
  /^published summer-\d+$/,
  /^described a.jpg\ndescribed b.jpg$/,
  /^there is such a folder \(request [-\w.]+\)\nname .+$/,
  /^GRID of 1 pictures$/,
  /^2 published$/,
  /^the session of [-0-9a-f]{36} is stored: true$/,
]

const readme = new URL('../../../sdk/README.md', import.meta.url)

/** The programs of the SDK's README, in their order. */
export const recipes: readonly string[] = [
  ...(await readFile(readme, 'utf8')).matchAll(/^```ts\n([\s\S]*?)^```$/gm),
].map(([, code = '']) => code)

const picture = async (width: number) => new Uint8Array(await jpeg({ width, height: 400 }))

/** Writes the recipes and the pictures that they read into a folder. @returns the environment that they read. */
export async function prepareRecipes(
  folder: string,
  url: string,
  { vitrine, organizationId, projectId, registration }: Awaited<ReturnType<typeof newAccount>>,
): Promise<Record<string, string>> {
  await Promise.all(recipes.map((code, index) => writeFile(join(folder, `${index + 1}.ts`), code)))
  await writeFile(join(folder, 'dune.jpg'), await picture(600))
  await mkdir(join(folder, 'pictures'))
  await writeFile(join(folder, 'pictures/a.jpg'), await picture(300))
  await writeFile(join(folder, 'pictures/b.jpg'), await picture(200))
  const file = new Blob([await picture(100)])
  const asset = await upload(vitrine, { projectId, file, altText: 'A sea', filename: 'sea.jpg' })
  const slug = freshName('recipe')
  const params = { path: { projectId } }
  const { id: widgetId } = await orThrow(
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params,
      body: { name: 'W', slug, layout: 'GRID', assetIds: [asset.id] },
    }),
  )
  await orThrow(
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}/publish', {
      params: { path: { projectId, widgetId } },
    }),
  )
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const role = 'OWNER'
  const { token } = await orThrow(
    vitrine.POST('/api/auth/tokens', {
      body: { name: 'R', organizationId, role, expiresAt, password: registration.password },
    }),
  )
  return {
    VITRINE_URL: url,
    VITRINE_PROJECT: projectId,
    VITRINE_TOKEN: token,
    VITRINE_EMAIL: registration.email,
    VITRINE_PASSWORD: registration.password,
    VITRINE_WIDGET: slug,
    HOME: folder,
  }
}
