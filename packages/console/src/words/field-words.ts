import { t } from './words.ts'

const name = () => t('A name of 1 to 200 characters, without line breaks.')
const password = () => t('At least 8 characters, and at most 72.')

/** What a field takes, for people. The service says it for programmers, as "must be …". */
const byField = new Map(
  Object.entries({
    name,
    organizationName: name,
    email: () => t('An e-mail address, such as ada@museum.org.'),
    password,
    newPassword: password,
    slug: () => t('Small letters, digits and single hyphens, such as summer-2026.'),
  }),
)

/** A problem of a field as a sentence. Reasons beyond its shape, such as a taken slug, are those of the service. */
export function fieldWords(field: string, message: string): string {
  return (message.startsWith('must be ') && byField.get(field)?.()) || message
}
