export type AddCleanup = (cleanup: () => unknown) => void

/** Runs `use` and then all registered cleanups in reverse order, even after an error. */
export async function withCleanup(use: (addCleanup: AddCleanup) => Promise<void>): Promise<void> {
  const cleanups: (() => unknown)[] = []
  try {
    await use((cleanup) => void cleanups.push(cleanup))
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}
