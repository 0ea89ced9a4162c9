/**
 * Text of a person as it is shown beside other words: without the characters that embed, override or isolate text
 * direction, with which a file name could rearrange the words around it. Isolation alone is not enough, since
 * the text may end it. A copy of `withoutBidiControls` of `@vitrine/contracts`, whose index does not run in browsers.
 */
export const shown = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
