/** Whether a text has every letter of the input, in its order: `aud` finds `Audit log`. Spaces of the input do not count. */
export function matches(text: string, input: string): boolean {
  let at = 0
  const letters = input.toLowerCase().replaceAll(' ', '')
  for (const letter of text.toLowerCase()) if (letter === letters[at]) at += 1
  return at === letters.length
}
