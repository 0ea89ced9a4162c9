import type { Queryable } from '@vitrine/database'

const asset = {
  id: true,
  filename: true,
  contentType: true,
  width: true,
  height: true,
  altText: true,
} as const

const fields = {
  id: true,
  name: true,
  slug: true,
  layout: true,
  config: true,
  theme: true,
  status: true,
  assets: { select: { asset: { select: asset } }, orderBy: { position: 'asc' } },
} as const

export const embedRepository = (db: Queryable) => ({
  /** A widget with all that the public would see of it. */
  find: async (projectId: string, widgetId: string) => {
    const row = await db.widget.findUnique({
      where: { projectId_id: { projectId, id: widgetId } },
      select: fields,
    })
    return row && { ...row, assets: row.assets.map(({ asset }) => asset) }
  },
})

export type ShownWidget = NonNullable<
  Awaited<ReturnType<ReturnType<typeof embedRepository>['find']>>
>
