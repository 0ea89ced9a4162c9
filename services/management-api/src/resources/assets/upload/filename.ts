const maxLength = 255

/** A longer suffix is not an extension. */
const maxExtensionLength = 20

/**
 * The file's name without folders and control characters, at most 255 code points, which is the limit of
 * the column. A longer name is cut before its extension. The name is displayed and sent in headers, and
 * never used as a path.
 */
export function cleanFilename(sent: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  const clean = base.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  if (clean === '' || clean === '.' || clean === '..') return 'image'
  return shortened(clean.toWellFormed())
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= maxLength) return name
  const dot = characters.lastIndexOf('.')
  const length = characters.length - dot
  const extension = dot > 0 && length <= maxExtensionLength ? characters.slice(dot) : []
  const stem = characters.slice(0, maxLength - extension.length).join('')
  return `${stem.trimEnd()}${extension.join('')}`
}

const escapes = new Map<string, string>(Object.entries({ '%22': '"', '%0D': '\r', '%0A': '\n' }))

/** Reverses how browsers escape the names of parts and files (HTML, "multipart form data"). */
export const unescapeName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/gi, (code) => escapes.get(code.toUpperCase()) ?? code)
