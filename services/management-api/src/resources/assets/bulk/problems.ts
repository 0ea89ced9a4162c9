import type { ErrorDetail } from '@vitrine/contracts/errors'
import { decorativeWithText, isContradictory } from '../rules.js'
import { type BulkAction, type BulkField, bulkFields, fieldsOf, type Values } from './schemas.js'

const fieldNames = [
  'assetIds',
  'assets',
  'filter',
  'exceptIds',
  'expectedCount',
  'folderId',
  'tags',
  'values',
] as const satisfies BulkField[]

/**
 * Fields that are missing, or belong to another action, and values that exclude each other. The body may
 * have any shape.
 */
export function bulkProblems(body: unknown): ErrorDetail[] {
  // Copying a text would make a property of each of its characters.
  const fields = typeof body === 'object' && body !== null ? body : {}
  const { action, ...sent } = fields as Record<string, unknown>
  const isKnown = typeof action === 'string' && Object.hasOwn(bulkFields, action)
  const parts = isKnown ? fieldProblems(action as BulkAction, sent) : unnamedAssets(sent)
  return [...parts, ...valueProblems(sent)]
}

function fieldProblems(action: BulkAction, sent: Record<string, unknown>): ErrorDetail[] {
  const { needed, allowed } = fieldsOf(action, sent.filter !== undefined)
  return fieldNames.flatMap((field) => {
    const isGiven = sent[field] !== undefined
    if (needed.includes(field)) {
      return isGiven ? [] : [{ field, message: requiredFor(action, field) }]
    }
    if (!isGiven || allowed.includes(field)) return []
    const beside = sent.filter === undefined ? action : `${action} by filter`
    return [{ field, message: `does not go with ${beside}` }]
  })
}

const requiredFor = (action: BulkAction, field: BulkField): string =>
  field === 'assetIds' || field === 'assets'
    ? `is required for ${action}, or else a filter`
    : `is required for ${action}`

const unnamedAssets = ({ assetIds, assets, filter }: Record<string, unknown>): ErrorDetail[] =>
  assetIds === undefined && assets === undefined && filter === undefined
    ? [{ field: 'assetIds', message: 'is required' }]
    : []

function valueProblems({ assets, values }: Record<string, unknown>): ErrorDetail[] {
  const problems = isContradictory((values ?? {}) as Values) ? [within('values')] : []
  if (!Array.isArray(assets)) return problems
  const seen = new Set<string>()
  for (const [i, asset] of assets.entries()) {
    const { id } = (asset ?? {}) as { id?: unknown }
    const known = String(id).toLowerCase()
    if (seen.has(known)) problems.push({ field: `assets[${i}].id`, message: 'is given twice' })
    seen.add(known)
    if (isContradictory(asset ?? {})) problems.push(within(`assets[${i}]`))
  }
  return problems
}

const within = (place: string): ErrorDetail => ({
  ...decorativeWithText,
  field: `${place}.${decorativeWithText.field}`,
})
