export type ListChange = { added: string[]; removed: string[]; isReordered: boolean }

/** The difference between two lists of pictures. A picture that is in a list twice counts twice. */
export function listChange(from: readonly string[], to: readonly string[]): ListChange {
  const added = without(to, from)
  const removed = without(from, to)
  const kept = (list: readonly string[], rest: readonly string[]) => without(list, rest).join()
  return { added, removed, isReordered: kept(from, removed) !== kept(to, added) }
}

/** The list after taking the others out, each once. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return list.filter((one) => {
    const count = left.get(one) ?? 0
    if (count > 0) left.set(one, count - 1)
    return count === 0
  })
}
