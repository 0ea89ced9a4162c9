/** Estimated width of a word with the space after it, in font sizes. */
export type Word = { length: number; letters: readonly number[] }

/*
 * Widths of letters, in font sizes. They err on the wide side: a reserved line too many is
 * absorbed, a line too few shifts the content below.
 */
const ideograph =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u
const capital = /[\p{Lu}mwMW@%—]/u
const widthOf = (letter: string): number =>
  ideograph.test(letter) ? 1.1 : capital.test(letter) ? 0.76 : 0.58

/** Splits a text at its line-break opportunities: after a space or an ideograph. */
export const wordsOf = (text: string): Word[] =>
  text.split(/(?<=\s)|(?<=[\u2e80-\u9fff\uac00-\ud7af])/u).map((word) => {
    const letters = [...word].map(widthOf)
    return { length: letters.reduce((sum, letter) => sum + letter, 0), letters }
  })

/** Maximum number of lines the words take in common fonts; `width` in font sizes. */
export function linesOf(words: readonly Word[], width: number): number {
  let lines = 1
  let used = 0
  const put = (length: number) => {
    if (used > 0 && used + length > width) {
      lines++
      used = 0
    }
    used += length
  }
  for (const { length, letters } of words) {
    // A word longer than a line is broken anywhere.
    if (length > width) letters.forEach(put)
    else put(length)
  }
  return lines
}
