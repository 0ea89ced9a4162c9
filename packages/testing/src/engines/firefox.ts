import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engine.js'
import { startProgram } from './program.js'
import { programPath } from './program-path.js'
import { type Command, createWebDriverEngine, type Session, timeouts } from './webdriver.js'

const names: Readonly<Record<Command, string>> = {
  navigate: 'WebDriver:Navigate',
  execute: 'WebDriver:ExecuteAsyncScript',
  act: 'WebDriver:PerformActions',
  screenshot: 'WebDriver:TakeScreenshot',
}

/** Preferences of a profile that makes no network requests of its own. */
const preferences = {
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
}

/**
 * Firefox, controlled by its built-in protocol Marionette: WebDriver's commands as JSON over TCP.
 */
export async function startFirefox(env: NodeJS.ProcessEnv): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const program = startProgram(
    programPath(env, 'FIREFOX_PATH', ['firefox-esr', 'firefox'], 'firefox-esr'),
    [
      '--headless',
      '--marionette',
      '--no-remote',
      '--width',
      '1200',
      '--height',
      '900',
      '--profile',
      profile,
    ],
  )
  const stop = async () => {
    await program.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await program.printed(/Marionette|Listening on port/)
    const send = await connectMarionette(await portOf(profile))
    await send('WebDriver:NewSession', { timeouts })
    const session: Session = {
      send: async (command, parameters) => {
        const answer = await send(names[command], parameters)
        return (answer as { value?: unknown } | null)?.value
      },
      stop,
    }
    return createWebDriverEngine(session, async (gpc) => {
      await send('GPC:SetGlobalPrivacyControl', { gpc }).catch((error: unknown) => {
        // Older versions have no such command. The pages of the suite then emulate the setting.
        if (!String(error).includes('unknown command')) throw error
      })
    })
  } catch (error) {
    await stop()
    throw error
  }
}

/** Firefox writes its port into the profile once it listens. */
async function portOf(profile: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')
    if (text !== '') return Number(text)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

type Answer = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
]

/** Messages are JSON prefixed with their length: `19:[0,1,"Name",{}]`. */
async function connectMarionette(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, (answer: Answer) => void>()
  let received = Buffer.alloc(0)
  let lastId = 0
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon))
      if (colon < 0 || received.length < end) return
      const message = JSON.parse(received.toString('utf8', colon + 1, end)) as Answer | object
      received = received.subarray(end)
      // The greeting is not a response.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Answer)
    }
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  return async (name: string, parameters: object): Promise<unknown> => {
    const id = ++lastId
    const text = JSON.stringify([0, id, name, parameters])
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await answered
    waiting.delete(id)
    if (error) throw new Error(`Firefox answered ${name} with ${error.error}: ${error.message}`)
    return result
  }
}
