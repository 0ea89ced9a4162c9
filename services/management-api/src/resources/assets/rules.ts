import { AppError, type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import type { Queryable } from '@vitrine/database'
import { parseJsonObject, readJsonObject } from '../../fields/json-object.js'
import { isUuid } from '../../fields/uuid.js'
import { assetRepository } from './repository.js'
import { type AssetUpdate, maxMetadataBytes } from './schemas.js'

/** The audited fields of an asset besides those of its file. */
export const auditedTexts = [
  'filename',
  'altText',
  'decorative',
  'focalPoint',
  'tags',
  'metadata',
  'folderId',
] as const
/** The audited fields of a file. */
export const auditedFile = ['contentType', 'sizeBytes', 'width', 'height'] as const
export const audited = [...auditedTexts, ...auditedFile] as const

/** @throws AppError ASSET_NOT_FOUND */
export function requireFound<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('ASSET_NOT_FOUND', 'There is no such asset.')
  return row
}

export const uniqueTags = (labels: readonly string[]): string[] => [...new Set(labels)]

type Described = { altText?: string | null; decorative?: boolean }

/** Whether an asset is marked as decorative and has an alternative text: one excludes the other. */
export const isContradictory = ({ altText, decorative = false }: Described): boolean =>
  decorative && Boolean(altText)

export const decorativeWithText: ErrorDetail = {
  field: 'decorative',
  message: 'must be false for an asset with an altText: send altText null with it, or false',
}

/** @throws AppError VALIDATION_FAILED if it is decorative and has an alternative text. */
export function requireConsistent(fields: Described): void {
  if (isContradictory(fields)) throw validationFailed([decorativeWithText])
}

/** @throws AppError UNKNOWN_FOLDER unless all of them are folders of the project. */
export async function requireFolders(
  db: Queryable,
  projectId: string,
  folderIds: readonly string[],
): Promise<void> {
  if (folderIds.length === 0) return
  const isKnown =
    folderIds.every(isUuid) && (await assetRepository(db).hasFolders(projectId, folderIds))
  if (isKnown) return
  const message = 'must be a folder of this project'
  throw validationFailed([{ field: 'folderId', message }], 'UNKNOWN_FOLDER')
}

/** Fields in their stored form: tags without duplicates, metadata as an object. */
export function toColumns<Fields extends Pick<AssetUpdate, 'tags' | 'metadata'>>({
  tags,
  metadata,
  ...rest
}: Fields) {
  return {
    ...rest,
    ...(tags && { tags: uniqueTags(tags) }),
    ...(metadata !== undefined && {
      metadata: parseJsonObject('metadata', metadata, maxMetadataBytes),
    }),
  }
}

/** Problems of `metadata` that its schema does not detect. */
export function metadataProblems(fields: unknown): ErrorDetail[] {
  const metadata = (fields as { metadata?: unknown } | null)?.metadata
  if (typeof metadata !== 'string' && !isObject(metadata)) return []
  return readJsonObject('metadata', metadata, maxMetadataBytes).problems ?? []
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
