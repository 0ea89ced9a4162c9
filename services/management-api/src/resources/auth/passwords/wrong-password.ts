import { AppError } from '@vitrine/errors'

/** For a caller who is logged in. It is 400: after a 401, clients would refresh their tokens and try again. */
export const passwordWrong = (field: string): AppError =>
  new AppError('PASSWORD_WRONG', 'The current password is wrong. Nothing was changed.', {
    details: [{ field, message: 'is wrong' }],
  })
