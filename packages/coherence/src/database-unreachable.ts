import { AppError } from '@vitrine/contracts/errors'

export const databaseUnreachable = (): AppError =>
  new AppError('DATABASE_UNAVAILABLE', 'The database is out of reach. Try again.', {
    retryAfterSeconds: 1,
  })
