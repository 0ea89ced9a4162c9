import { AppError } from '@vitrine/errors'

export const audited = ['name', 'keyPrefix', 'permissions', 'allowedOrigins', 'expiresAt'] as const

export function found<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('API_KEY_NOT_FOUND', 'There is no such API key.')
  return row
}
