/**
 * Characters that embed, override or isolate text direction. With them `photo\u202egpj.exe` looks like an
 * image, and text beside a name can look like a part of it.
 */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A file name for the public. Answers for admins contain the original name. Scripts that run from right to
 * left need no such characters: their letters have a direction.
 */
export const shownFilename = (name: string): string => name.replace(bidiControls, '')
