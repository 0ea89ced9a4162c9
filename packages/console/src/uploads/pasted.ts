/** `2026-11-25 16.43.07`, by the clock of the person. Swedish dates have this form, with colons. */
const stampOf = (at: Date): string => at.toLocaleString('sv-SE').replaceAll(':', '.')

/** Browsers call each picture of the clipboard `image.png`: it gets a name that tells it from the others. */
export function namedPaste(file: File, at: Date, index: number): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const number = index === 0 ? '' : ` ${index + 1}`
  const name = `Pasted ${stampOf(at)}${number}${file.name.slice('image'.length)}`
  return new File([file], name, { type: file.type, lastModified: at.getTime() })
}
