import { labelOf } from '../publishing/setting-words.ts'
import { t } from '../words/words.ts'

/** Labels of the API's fields. Parameters of presets and unknown fields are shown by their names. */
const words = (): Readonly<Record<string, string>> => ({
  allowedOrigins: t('Sites'),
  altText: t('Alt text'),
  assetIds: t('Pictures'),
  config: t('Settings'),
  contentType: t('Type of file'),
  decorative: t('Decorative'),
  email: t('E-mail'),
  expiresAt: t('Ends on'),
  filename: t('File name'),
  focalPoint: t('Focal point'),
  folderId: t('Folder'),
  height: t('Height'),
  items: t('Texts and links'),
  key: t('Key'),
  keyPrefix: t('Beginning of the key'),
  layout: t('Layout'),
  maxPublicWidth: t('Largest side for everybody'),
  metadata: t('Metadata'),
  name: t('Name'),
  originals: t('Originals'),
  parentId: t('Folder above'),
  path: t('Path'),
  permissions: t('Permissions'),
  role: t('Role'),
  sha256: t('Checksum'),
  sizeBytes: t('Size in bytes'),
  slug: t('Slug'),
  status: t('Status'),
  tags: t('Tags'),
  theme: t('Look'),
  transformations: t('Variants of pictures'),
  version: t('Version'),
  watermark: t('Watermark'),
  'watermark.assetId': t('Watermark'),
  'watermark.from': t('Smallest picture with the watermark, px'),
  'watermark.opacity': t('Strength of the watermark'),
  'watermark.position': t('Place of the watermark'),
  'watermark.scale': t('Width of the watermark'),
  width: t('Width'),
})

/** `config.gap` is `Space between`, as in the editor. */
export function fieldWords(field: string): string {
  const labels = words()
  if (Object.hasOwn(labels, field)) return labels[field] ?? field
  const [whole, ...keys] = field.split('.')
  const isSetting = whole === 'config' || whole === 'theme'
  if (isSetting && keys.length > 0) return labelOf(keys.join('.'))
  const name = Object.hasOwn(labels, whole ?? '') ? labels[whole ?? ''] : undefined
  return name === undefined ? field : `${name}: ${keys.join('.')}`
}

/** One changed field; null where there was or is nothing. */
export type Change = { field: string; from: string | null; to: string | null }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Longer lists are counted. */
const mostListed = 8

/** The recorded changes as lines: the settings of a widget key by key, and long lists as numbers. */
export const changesOf = (recorded: Fields): Change[] =>
  Object.entries(recorded).flatMap(([field, change]) => linesOf(field, change))

function linesOf(field: string, change: unknown): Change[] {
  if (!isFields(change)) return [{ field, from: null, to: textOf(change) }]
  if ('added' in change || 'removed' in change) {
    return [{ field, from: textOf(change.removed), to: textOf(change.added) }]
  }
  const { from = null, to = null } = change
  if (isFields(from) || isFields(to)) return linesOfKeys(field, from, to)
  return [{ field, from: textOf(from), to: textOf(to) }]
}

const valuesOf = (fields: unknown): ReadonlyMap<string, unknown> =>
  new Map(isFields(fields) ? Object.entries(fields) : [])

function linesOfKeys(field: string, from: unknown, to: unknown): Change[] {
  const [before, after] = [valuesOf(from), valuesOf(to)]
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys
    .filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)))
    .map((key) => ({
      field: `${field}.${key}`,
      from: textOf(before.get(key)),
      to: textOf(after.get(key)),
    }))
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== 'object')
    const isShort = isPlain && value.length <= mostListed
    return (isShort ? value.join(', ') : `${value.length} ×`) || null
  }
  return JSON.stringify(value)
}

/** The name of the resource, if the event has it. */
export function nameOf(recorded: Fields): string | null {
  for (const field of ['name', 'filename', 'email', 'slug', 'path']) {
    const change = recorded[field]
    if (!isFields(change)) continue
    const name = change.to ?? change.from
    if (typeof name === 'string' && name !== '') return name
  }
  return null
}
