/** A text to look for by LIKE as it is: what LIKE takes for a wildcard stands for itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
