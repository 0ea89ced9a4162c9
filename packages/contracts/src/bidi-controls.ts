/** Characters that embed, override or isolate text direction: U+202A–202E and U+2066–2069. */
const one = /[\u202a-\u202e\u2066-\u2069]/
const all = new RegExp(one, 'g')

/**
 * With them `photo\u202egpj.exe` looks like an image, and text beside a name can look like a part of it. So names have none.
 * Scripts that run from right to left need none: their letters have a direction.
 */
export const hasBidiControls = (text: string): boolean => one.test(text)

/**
 * Text as it is shown beside other text, if it may have such characters: file names, alt texts, captions.
 * They are stored as they were sent. Isolating the text alone is not enough, since it may end the isolation.
 */
export const withoutBidiControls = (text: string): string => text.replace(all, '')
