import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export type Site = {
  origin: string
  /** @param policy of the page, for its content security. */
  paste(code: string, policy?: string): void
}

/** A site of another origin, whose page has the code that was pasted last. */
export async function startSite(t: Test): Promise<Site> {
  let [pasted, allowed] = ['', '']
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    if (allowed !== '') answer.setHeader('content-security-policy', allowed)
    answer.end(`<!doctype html><title>A museum</title><h1>Summer</h1>${pasted}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paste: (code, policy = '') => {
      pasted = code
      allowed = policy
    },
  }
}
