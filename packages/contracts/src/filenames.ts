/**
 * Characters that embed, override or isolate the direction of text. With them `photo\u202egpj.exe`
 * looks like a picture, and what stands beside a name can look like a part of it.
 */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A file's name as the public is to see it. The admin's own answers have it as it was sent. Letters of
 * scripts that run from right to left need no such characters: they bring their direction along.
 */
export const shownFilename = (name: string): string => name.replace(bidiControls, '')
