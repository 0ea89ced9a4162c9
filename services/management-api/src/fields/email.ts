import Type from 'typebox'

export const Email = Type.String({
  trim: true,
  format: 'email',
  maxLength: 254,
  description: 'an e-mail address',
})

/** The unique index of e-mail addresses. */
export const emailKeyIndex = 'users_email_key_key'

/** E-mails are compared case-insensitively. */
export const emailKeyOf = (email: string) => email.toLowerCase()
