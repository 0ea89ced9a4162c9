/*
 * Widths of letters, in font sizes. They err on the wide side: a reserved line too many is
 * absorbed, a line too few shifts the content below.
 */
const ideograph =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u
const capital = /[\p{Lu}mwMW@%—]/u
const measure = (letter: string): number =>
  ideograph.test(letter) ? 1.1 : capital.test(letter) ? 0.76 : 0.58
/** By character code. Most letters are in ASCII, and expressions take ten times as long. */
const inAscii = Array.from({ length: 128 }, (_, code) => measure(String.fromCharCode(code)))
export const widthOf = (letter: string): number => inAscii[letter.charCodeAt(0)] ?? measure(letter)

/** The most lines of a caption, until the visitor asks for all of it. */
export const mostLines = 2

/** The side padding of a caption below its picture, pixels. */
export const captionPadding = 4

/** 1 if the text surely fits into a line of that width, otherwise the most. Widths in pixels. */
export function captionLines(text: string, width: number, fontSize: number): number {
  let room = (width - captionPadding) / fontSize
  for (const letter of text) room -= widthOf(letter)
  return room >= 0 ? 1 : mostLines
}
