/** Consecutive items with the same day, in their order. */
export function byDay<Item>(
  items: readonly Item[],
  dayOf: (item: Item) => string,
): { day: string; items: Item[] }[] {
  const days: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(item)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
