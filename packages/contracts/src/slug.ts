export const maxSlugLength = 100

/** Lower-case words of letters and digits, joined by single hyphens. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'

const shape = new RegExp(slugPattern)

export const isSlug = (text: string): boolean => text.length <= maxSlugLength && shape.test(text)
