const key = 'vitrine-tab'
const nameOf = (tab: string): string => `vitrine-uploads ${tab}`

/**
 * How long to wait for the lock, ms. The last page of the tab gives it back when it is gone. A copy of the tab
 * has the same id, and does not get it.
 */
const patienceMs = 2000

const stored = (): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Holds the lock as long as the page is there. @returns whether it got it. */
function hold(tab: string, patience: AbortSignal | undefined): Promise<boolean> {
  // Browsers have none in pages of other hosts without TLS.
  if (!navigator.locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const held = () => {
      resolve(true)
      return new Promise<never>(() => undefined)
    }
    const options = patience === undefined ? {} : { signal: patience }
    navigator.locks.request(nameOf(tab), options, held).catch(() => resolve(false))
  })
}

/** The id of this tab, which stays after a reload, and which no other open tab has. */
export async function openTab(): Promise<string> {
  const last = stored()
  if (last !== null && (await hold(last, AbortSignal.timeout(patienceMs)))) return last
  const tab = crypto.randomUUID()
  await hold(tab, undefined)
  try {
    sessionStorage.setItem(key, tab)
  } catch {
    // Without the storage a reload makes another tab of it, which takes over what this one has left.
  }
  return tab
}

/**
 * Gives a function that says whether a tab is open. Tabs that begin at the same moment take turns, so that
 * one sees what the other has taken over.
 */
export const withOpenTabs = <Result>(
  use: (isOpen: (tab: string | undefined) => boolean) => Promise<Result>,
): Promise<Result> =>
  navigator.locks
    ? navigator.locks.request('vitrine-uploads', async () => use(await openTabs()))
    : use(() => false)

/** Whether no other tab of the console is open. */
export async function isAlone(): Promise<boolean> {
  if (!navigator.locks) return true
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name?.startsWith(nameOf(''))).length <= 1
}

async function openTabs(): Promise<(tab: string | undefined) => boolean> {
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (tab) => tab !== undefined && names.has(nameOf(tab))
}
