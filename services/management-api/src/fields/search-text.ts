/** Escapes the wildcards of LIKE, so that the text is searched for literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
