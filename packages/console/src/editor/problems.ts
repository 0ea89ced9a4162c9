import { labelOf } from '../publishing/setting-words.ts'
import { t } from '../words/words.ts'
import { isAddress, isWebAddress } from './order/is-address.ts'
import { altTextOf, nameOf } from './order/names.ts'
import type { Asset } from './queries.ts'
import { contrastOf, pairs, type Rgba } from './settings-form/contrast.ts'
import { partProblems } from './settings-form/part-problems.ts'
import { settingIn } from './settings-form/setting.ts'
import { settings } from './settings-form/settings.ts'
import type { Fields } from './working-copy/fields.ts'

/** A text that the public would miss or could not read. `isBlocking`: the service does not accept it. */
export type Problem = {
  id: string
  words: string
  isBlocking: boolean
  /** The item that it is about. */
  key?: string
  /** The field of the settings that it is about, or the list of pictures. */
  field?: string
}

/** Names the head of the list among the fields. */
export const picturesField = 'pictures'

export function problemsOf(
  mine: Fields,
  assets: ReadonlyMap<string, Asset>,
  readColour: (text: string) => Rgba | null,
): Problem[] {
  const { name, slug, items, layout, config, theme } = mine
  const found: Problem[] = []
  const add = (id: string, words: string, rest: Partial<Problem> = {}) =>
    found.push({ id, words, isBlocking: false, ...rest })
  if (name.trim() === '')
    add('name', t('The widget has no name.'), {
      isBlocking: true,
      field: 'name',
    })
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
    add('slug', t('The name in addresses is not valid.'), { isBlocking: true, field: 'slug' })
  }
  if (items.length === 0) {
    add('empty', t('The widget shows no pictures.'), { field: picturesField })
  }
  for (const item of items) {
    const { key, link, video } = item
    const asset = assets.get(item.assetId)
    const shown = nameOf(item, asset)
    if (asset !== undefined && altTextOf(item, asset) === null) {
      add(`alt.${key}`, t('“{shown}” has no alt text.', { shown }), { key })
    }
    if (link !== null && !isAddress(link.url)) {
      const words = t('The link of “{shown}” is not an address.', { shown })
      add(`link.${key}`, words, { key, isBlocking: true })
    }
    if (video !== null && !isWebAddress(video.url)) {
      const words = t('The video of “{shown}” is not an address.', { shown })
      add(`video.${key}`, words, { key, isBlocking: true })
    }
  }
  for (const [key, setting] of Object.entries(settings.config[layout] ?? {})) {
    const [problem] = partProblems(setting, settingIn(config, key))
    if (problem === undefined) continue
    const words = t('{label}: {problem}', { label: labelOf(key), problem: problem.words })
    add(`config.${key}`, words, { field: `config.${key}`, isBlocking: true })
  }
  for (const { front } of pairs) {
    const contrast = contrastOf(theme, front, readColour)
    if (contrast === null || contrast.ratio >= contrast.least) continue
    const ratio = (Math.floor(contrast.ratio * 10) / 10).toFixed(1)
    const words = t('{label}: the contrast is {ratio} : 1, and {least} : 1 is needed.', {
      label: labelOf(front),
      ratio,
      least: contrast.least,
    })
    add(`contrast.${front}`, words, { field: `theme.${front}` })
  }
  return found
}
