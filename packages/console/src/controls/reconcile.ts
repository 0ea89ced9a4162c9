/** An input of the form, and what a state of the resource has for it. */
export type Shown = { name: string; label: string; value: string; words?: string }

/** Compares two states of a resource with the values of a form: what the form takes over, and what a person must choose. */
export function reconcile(
  before: readonly Shown[],
  now: readonly Shown[],
  mine: Readonly<Record<string, string>>,
) {
  const former = new Map(before.map(({ name, value }) => [name, value]))
  const changed = now.filter(
    ({ name, value }) => former.get(name) !== value && (mine[name] ?? '') !== value,
  )
  const isUntouched = ({ name }: Shown) => (mine[name] ?? '') === former.get(name)
  return {
    taken: changed.filter(isUntouched),
    choices: changed.filter((one) => !isUntouched(one)),
  }
}
