const key = 'vitrine-visit'

let seedOfPage: number | undefined

/** The same during a visit: kept for the tab, and where the browser keeps nothing, for the page. */
export function visitSeed(): number {
  seedOfPage ??= Math.floor(Math.random() * 2 ** 31)
  try {
    const kept = sessionStorage.getItem(key)
    if (kept !== null) return Number(kept)
    sessionStorage.setItem(key, `${seedOfPage}`)
  } catch {
    // Storage is blocked, as in a sandboxed frame.
  }
  return seedOfPage
}

/** Another order for each seed and name, and always the same one for both. */
export function shuffled<One>(list: readonly One[], seed: number, name: string): One[] {
  let state = [...name].reduce((hash, letter) => mix(hash ^ letter.charCodeAt(0)), mix(seed))
  const mixed = [...list]
  for (let index = mixed.length - 1; index > 0; index--) {
    state = mix(state)
    const other = (state >>> 0) % (index + 1)
    const [one, two] = [mixed[index], mixed[other]] as [One, One]
    mixed[index] = two
    mixed[other] = one
  }
  return mixed
}

/** A step of a random sequence: the finalizer of MurmurHash3. */
function mix(state: number): number {
  let next = (state + 0x9e3779b9) | 0
  next = Math.imul(next ^ (next >>> 16), 0x85ebca6b)
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35)
  return next ^ (next >>> 16)
}
