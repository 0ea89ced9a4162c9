const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether the address of the installation is of this machine alone, over plain http. */
function isLocal(publicUrl: unknown): boolean {
  if (typeof publicUrl !== 'string' || !URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && localHosts.includes(hostname)
}

type Settings = { DEMO_LOGIN?: unknown; PUBLIC_URL?: unknown }

export const allowsDemoLogin = ({ DEMO_LOGIN, PUBLIC_URL }: Settings): boolean =>
  Number(DEMO_LOGIN) === 1 && isLocal(PUBLIC_URL)
