import Type from 'typebox'

export const Email = Type.String({
  trim: true,
  format: 'email',
  maxLength: 254,
  description: 'an e-mail address, such as ada@example.com',
})

/** The unique index of e-mail addresses. */
export const emailKeyIndex = 'users_email_key_key'

/** E-mails are compared in lower case and with composed characters. */
export const emailKeyOf = (email: string) => email.toLowerCase().normalize('NFC')
