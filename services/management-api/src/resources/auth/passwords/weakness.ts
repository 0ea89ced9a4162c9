import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordBytes } from '../schemas.js'

/** Facts about a person that an attacker may know. */
export type Named = { name: string; email: string }

/** From leaks, in lower case. Shorter ones are rejected for their length. */
const common = new Set(
  (dictionary['passwords-common'] as string[]).filter(({ length }) => length >= passwordBytes.min),
)

/** Fewer distinct characters are a pattern: only spaces, "abababab". */
const minDifferent = 3

/** Minimum length of parts of a name or an e-mail that a password must not contain. */
const minPartLength = 4

/** Why a password is easy to guess and what to choose instead, or null. */
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

/** Few distinct characters, or an ascending or descending sequence. */
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
