const maxLength = 255

/**
 * A file's name as it was sent, without folders and control characters, at most 255 characters.
 * It is shown and sent in headers, and never becomes a path.
 */
export function cleanFilename(sent: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const clean = base.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim()
  if (clean === '' || clean === '.' || clean === '..') return 'image'
  return [...clean.toWellFormed()].slice(0, maxLength).join('')
}
