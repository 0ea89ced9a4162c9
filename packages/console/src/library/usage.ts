type Usage = { id: string; name: string; status: 'DRAFT' | 'PUBLISHED' }

/** A widget that shows some of the pictures, with their number. */
export type UsingWidget = Usage & { count: number }

/** The widgets of several pictures: each once, with how many of them it shows, live ones first. */
export function widgetsOf(lists: readonly (readonly Usage[])[]): UsingWidget[] {
  const found = new Map<string, UsingWidget>()
  for (const widget of lists.flat()) {
    found.set(widget.id, { ...widget, count: (found.get(widget.id)?.count ?? 0) + 1 })
  }
  const isLive = ({ status }: Usage) => Number(status === 'PUBLISHED')
  return [...found.values()].sort(
    (a, b) => isLive(b) - isLive(a) || b.count - a.count || a.name.localeCompare(b.name),
  )
}
