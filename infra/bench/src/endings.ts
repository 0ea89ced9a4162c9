export type AtEnd = (end: () => unknown) => void

/** Runs `use` and then all registered cleanups in reverse order, even after an error. */
export async function withEndings(use: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const endings: (() => unknown)[] = []
  try {
    await use((end) => void endings.push(end))
  } finally {
    for (const end of endings.reverse()) await end()
  }
}
