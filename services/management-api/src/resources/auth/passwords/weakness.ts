import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordBytes } from '../schemas.js'

/** What an attacker may know of a person. */
export type Named = { name: string; email: string }

/** From leaks, in lower case. Shorter ones are refused for their length. */
const common = new Set(
  (dictionary['passwords-common'] as string[]).filter(({ length }) => length >= passwordBytes.min),
)

/** Fewer different characters are a pattern: spaces alone, "abababab". */
const minDifferent = 3

/** Characters of a name's or an e-mail's part that a password may not contain. */
const minPartLength = 4

/** Why a password is easily guessed and what would be right, or null. */
export function weaknessOf(password: string, { name, email }: Named): string | null {
  const text = comparable(password)
  if (common.has(text)) {
    return 'is known from leaks and among the first that attackers try; choose another one, such as several unrelated words'
  }
  if (isPattern(text)) {
    return 'repeats one or two characters, or is a sequence such as "abcdefgh"; choose another one, such as several unrelated words'
  }
  const part = [...partsOf(name), ...partsOf(email)].find((part) => text.includes(part))
  if (part === undefined) return null
  return `contains "${part}", a part of the name or the e-mail address; choose one without it`
}

const comparable = (text: string) => text.normalize('NFKC').toLowerCase()

/** Of few different characters, or each one follows the one before, upwards or downwards. */
function isPattern(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  if (new Set(points).size < minDifferent) return true
  const steps = new Set(points.slice(1).map((point, i) => point - (points[i] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/** "ada.lovelace1815@mail.example" → lovelace1815, lovelace, 1815, mail, example. */
function partsOf(text: string): string[] {
  const parts = [/[\p{L}\p{M}\p{N}]+/gu, /[\p{L}\p{M}]+/gu, /\p{N}+/gu]
  return parts
    .flatMap((part) => comparable(text).match(part) ?? [])
    .filter((part) => [...part].length >= minPartLength)
}
