import { altTextOf } from '../order/names.ts'
import type { Asset } from '../queries.ts'
import { settingIn } from '../settings-form/setting.ts'
import type { Fields } from '../working-copy/fields.ts'

/** The working copy as delivery would answer it, for the embed. Pictures that are not known yet are left out. */
export const publishedOf = (
  id: string,
  { slug, layout, config, theme, items }: Fields,
  assets: ReadonlyMap<string, Asset>,
) => {
  const hasTags = settingIn(config, 'filterByTags') !== undefined
  return {
    widget: { id, slug, layout, config: JSON.stringify(config), theme: JSON.stringify(theme) },
    assets: items.flatMap((item) => {
      const asset = assets.get(item.assetId)
      if (asset === undefined) return []
      const { filename, contentType, width, height, focalPoint, placeholder } = asset
      return [
        {
          id: asset.id,
          url: asset.originalUrl,
          filename,
          contentType,
          width,
          height,
          focalPoint,
          placeholder,
          caption: item.caption,
          link: item.link,
          video: item.video,
          ...(hasTags && { tags: asset.tags }),
          altText: altTextOf(item, asset),
        },
      ]
    }),
  }
}

export type Published = ReturnType<typeof publishedOf>
