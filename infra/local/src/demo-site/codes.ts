import { setTimeout as delay } from 'node:timers/promises'
import type { Demo } from '../stack-file.js'

/** The embed codes of one demo widget, including the demo's key. */
export type WidgetCodes = {
  slug: string
  name: string
  script: string
  snippet: string
  iframe: string
  iframeScript: string
}

/** @param language of the page, BCP 47. */
export type ReadCodes = (language: string) => Promise<readonly WidgetCodes[]>

type Widget = { id: string; slug: string; name: string }
type Embed = Omit<WidgetCodes, 'slug' | 'name' | 'snippet'> & {
  placeholder: string
  snippet: string | null
}

const width = '60rem'

/** The services answer 503 for some seconds after a dependency was restarted. */
const attempts = 10
const pauseMs = 1000

/** Fetches the embed codes from the management API as a logged-in user. */
export function createCodes(base: string, demo: Demo): ReadCodes {
  let token = ''

  const ask = async (path: string): Promise<unknown> => {
    const get = () => fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
    let answer = await whileUnavailable(get)
    if (answer.status === 401) {
      token = await logIn(base, demo)
      answer = await whileUnavailable(get)
    }
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    return answer.json()
  }

  return async (language) => {
    const { projectId, apiKey, slugs } = demo
    const widgets = `/api/projects/${projectId}/widgets`
    const { content } = (await ask(`${widgets}?size=500`)) as { content: Widget[] }
    const shown = slugs.flatMap((slug) => content.find((widget) => widget.slug === slug) ?? [])
    return Promise.all(
      shown.map(async ({ id, slug, name }) => {
        const query = `width=${width}&lang=${language}`
        const embed = (await ask(`${widgets}/${id}/embed?${query}`)) as Embed
        const fill = (code: string) => code.replaceAll(embed.placeholder, apiKey)
        const { script, snippet, iframe, iframeScript } = embed
        return {
          ...{ slug, name, iframeScript },
          script: fill(script),
          snippet: fill(snippet ?? '<p>A draft has no snippet.</p>'),
          iframe: fill(iframe),
        }
      }),
    )
  }
}

/** Repeats a call that is answered 503. @returns the last answer. */
async function whileUnavailable(call: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call()
    if (answer.status !== 503 || attempt === attempts) return answer
    await answer.body?.cancel()
    await delay(pauseMs)
  }
}

async function logIn(base: string, { email, password }: Demo): Promise<string> {
  const answer = await whileUnavailable(() =>
    fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  )
  if (!answer.ok) throw new Error(`the demo’s login was answered ${answer.status}`)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return accessToken
}
