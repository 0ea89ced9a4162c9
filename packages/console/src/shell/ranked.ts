import type { Command } from '../controls/command-list.tsx'
import { matches } from '../controls/matches.ts'

/** Those whose label has the text, then what the service has found, then those that have its letters in their order. */
export function ranked(
  text: string,
  known: readonly Command[],
  found: readonly Command[],
): readonly Command[] {
  const words = text.trim().toLowerCase()
  const has = ({ label }: Command) => label.toLowerCase().includes(words)
  const near = known.filter((command) => !has(command) && matches(command.label, text))
  return [...known.filter(has), ...found, ...near]
}
