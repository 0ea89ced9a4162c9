import Type from 'typebox'

/** The query parameter `q`. */
export const SearchText = Type.Optional(
  Type.String({
    trim: true,
    maxLength: 200,
    format: 'single-line',
    description: 'text without control characters',
  }),
)

/** Escapes the wildcards of LIKE, so that the text is searched for literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
