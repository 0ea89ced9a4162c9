/** To be done at the end. */
export type AtEnd = (end: () => unknown) => void

/** Does what was asked for by then, the last first, when `use` ends, however it ends. */
export async function withEndings(use: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const endings: (() => unknown)[] = []
  try {
    await use((end) => void endings.push(end))
  } finally {
    for (const end of endings.reverse()) await end()
  }
}
