import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { send, sendError } from '../router/answers.js'
import { pathOf } from '../router/router.js'
import type { ReadCodes } from './codes.js'
import {
  type Form,
  forms,
  indexPage,
  manyPage,
  type SitePage,
  settingPage,
  settings,
} from './pages.js'
import { hostileCss, iconSvg, siteCss } from './stylesheets.js'

type Deps = { base: string; readCodes: ReadCodes }

const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/site.css': ['text/css; charset=utf-8', siteCss],
  '/hostile.css': ['text/css; charset=utf-8', hostileCss],
  '/icon.svg': ['image/svg+xml', iconSvg],
}

export const sitePaths: readonly string[] = [
  '/',
  '/many',
  ...settings.flatMap(({ path }) => Object.keys(forms).map((form) => `/${path}/${form}`)),
]

/** A third-party site on its own origin that embeds the demo's widgets. */
export function createDemoSite({ base, readCodes }: Deps): RequestListener {
  const pageAt = async (path: string): Promise<SitePage> => {
    // The list of pages needs no demo.
    if (path === '/') return indexPage(base, await readCodes('en').catch(() => []))
    if (path === '/many') return manyPage(await readCodes('en'))
    const [, name, form] = path.split('/')
    const setting = settings.find((one) => one.path === name)
    if (setting === undefined) throw new Error(`${path} is no page of the site`)
    const widgets = await readCodes(setting.language)
    return settingPage(setting, form as Form, { base, widgets })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    try {
      const { html, policy } = await pageAt(path)
      if (policy !== undefined) response.setHeader('Content-Security-Policy', policy)
      send(request, response, 200, 'text/html; charset=utf-8', html)
    } catch (error) {
      const { message } = error as Error
      sendError(request, response, 'NOT_READY', `The demo could not be read: ${message}.`)
    }
  }

  return (request, response) => {
    const path = pathOf(request.url ?? '/')
    const file = Object.hasOwn(files, path) ? files[path] : undefined
    if (file !== undefined) send(request, response, 200, ...file)
    else if (sitePaths.includes(path)) void answer(request, response, path)
    else sendError(request, response, 'ROUTE_NOT_FOUND', 'There is no such page; / lists them.')
  }
}
