import { t } from '../../words/words.ts'

export function wordOfAction(action: string): string {
  if (action === 'asset.create') return t('added it')
  return action === 'asset.replace' ? t('replaced the file') : t('changed it')
}

const fieldWords = (): ReadonlyMap<string, string> =>
  new Map([
    ['altText', t('Alt text')],
    ['decorative', t('Decorative')],
    ['tags', t('Tags')],
    ['folderId', t('Folder')],
    ['contentType', t('Type of file')],
    ['filename', t('Name')],
    ['focalPoint', t('Focal point')],
    ['metadata', t('Metadata')],
  ])

/** Technical fields, and ids that say nothing to people. */
const hidden: readonly string[] = ['sha256', 'fileKey', 'version', 'width', 'height', 'sizeBytes']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Characters. */
const longest = 160

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (isRecord(value) && typeof value.x === 'number' && typeof value.y === 'number') {
    return `${Math.round(value.x * 100)} % / ${Math.round(value.y * 100)} %`
  }
  return shortened(typeof value === 'string' ? value : JSON.stringify(value))
}

export type ChangedField = { field: string; from: string; to: string }

/** The changes of an entry, as people read them. */
export function changedFields(changes: Readonly<Record<string, unknown>>): ChangedField[] {
  return Object.entries(changes).flatMap(([name, change]) => {
    if (hidden.includes(name) || !isRecord(change)) return []
    const field = fieldWords().get(name) ?? name
    // Ids of folders say nothing: only that it was moved.
    if (name === 'folderId') return [{ field, from: '', to: t('moved') }]
    const [from, to] = [textOf(change.from ?? change.removed), textOf(change.to ?? change.added)]
    return from === '' && to === '' ? [] : [{ field, from, to }]
  })
}
