/** A word with the space behind it, in font sizes. */
export type Word = { length: number; letters: readonly number[] }

/*
 * Widths of letters, in font sizes. Rather too wide: a place that is a line too high is filled up,
 * one that is too low moves what is below.
 */
const ideograph =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u
const capital = /[\p{Lu}mwMW@%—]/u
const widthOf = (letter: string): number =>
  ideograph.test(letter) ? 1.1 : capital.test(letter) ? 0.76 : 0.58

/** A text as what a line can end behind: a space, or an ideograph. */
export const wordsOf = (text: string): Word[] =>
  text.split(/(?<=\s)|(?<=[\u2e80-\u9fff\uac00-\ud7af])/u).map((word) => {
    const letters = [...word].map(widthOf)
    return { length: letters.reduce((sum, letter) => sum + letter, 0), letters }
  })

/** Lines that words take, at most, in most fonts; `width` in font sizes. */
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
    // Too long for any line: broken anywhere.
    if (length > width) letters.forEach(put)
    else put(length)
  }
  return lines
}
