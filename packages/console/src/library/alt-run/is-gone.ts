import { VitrineError } from '@vitrine/sdk'

/** Whether another person has deleted the picture. */
export const isGone = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'ASSET_NOT_FOUND'
