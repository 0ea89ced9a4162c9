/** Ids of the pictures beside one: of files that were dropped before it, and after it. */
export type Around = { earlier: ReadonlySet<string>; later: ReadonlySet<string> }

/** A picture that joins the list, and a function for its place, called when it joins. */
export type Joining = { id: string; around(): Around }

type File = { key: string; id: string | null }

/**
 * Files that were dropped on the editor. Each joins the list once it is uploaded. One that has failed joins after
 * it was sent again.
 */
export function createDrops() {
  let drops: File[][] = []

  const joiningOf = (drop: readonly File[], file: File, id: string): Joining => ({
    id,
    around: () => {
      const at = drop.indexOf(file)
      const idsOf = (files: readonly File[]) => new Set(files.flatMap((one) => one.id ?? []))
      return { earlier: idsOf(drop.slice(0, at)), later: idsOf(drop.slice(at + 1)) }
    },
  })

  return {
    add: (keys: readonly string[]): void => {
      // A file that is dropped again joins once, at its new place.
      const waiting = drops.map((drop) =>
        drop.filter(({ id, key }) => id !== null || !keys.includes(key)),
      )
      drops = [...waiting, [...new Set(keys)].map((key): File => ({ key, id: null }))]
    },
    /** @param find the picture of a file that is uploaded. */
    take: (find: (key: string) => string | null): Joining[] => {
      const found: Joining[] = []
      for (const drop of drops) {
        for (const file of drop.filter(({ id }) => id === null)) {
          const id = find(file.key)
          if (id === null) continue
          const isThere = drop.some((one) => one.id === id)
          file.id = id
          if (!isThere) found.push(joiningOf(drop, file, id))
        }
      }
      drops = drops.filter((drop) => drop.some(({ id }) => id === null))
      return found
    },
  }
}
