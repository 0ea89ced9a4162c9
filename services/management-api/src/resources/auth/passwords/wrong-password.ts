import { AppError } from '@vitrine/errors'

/** For a logged-in caller. 400, since after a 401 clients would refresh their tokens and retry. */
export const passwordWrong = (field: string): AppError =>
  new AppError('PASSWORD_WRONG', 'The current password is wrong. Nothing was changed.', {
    details: [{ field, message: 'is wrong' }],
  })
