const maxLength = 255

/** Longer endings are no extension but a part of the name. */
const maxExtensionLength = 20

/**
 * A file's name as it was sent, without folders and control characters, at most 255 characters as
 * the column counts them: code points. A longer one is cut before its extension. It is shown and
 * sent in headers, and never becomes a path.
 */
export function cleanFilename(sent: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
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

/** What browsers escape in the names of parts and files (HTML, "multipart form data"), as it was. */
export const unescapeName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/gi, (code) => escapes.get(code.toUpperCase()) ?? code)
