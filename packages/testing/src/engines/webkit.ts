import { createServer } from 'node:net'
import type { Engine } from './engine.js'
import { startProgram } from './program.js'
import { programPath } from './program-path.js'
import { type Command, createWebDriverEngine, timeouts } from './webdriver.js'

const paths: Readonly<Record<Command, string>> = {
  navigate: 'url',
  execute: 'execute/async',
  act: 'actions',
  screenshot: 'screenshot',
}

/** WebKitGTK, Safari's engine, in a window of a virtual display. */
export async function startWebKit(env: NodeJS.ProcessEnv): Promise<Engine> {
  const driverPath = programPath(
    env,
    'WEBKIT_DRIVER_PATH',
    ['WebKitWebDriver'],
    'webkit2gtk-driver',
  )
  const display = startProgram(programPath(env, 'XVFB_PATH', ['Xvfb'], 'xvfb'), [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1200x900x24',
    '-nolisten',
    'tcp',
    '-noreset',
  ])
  const [, number] = await display.printed(/^(\d+)\n/m)
  const port = await freePort()
  const driver = startProgram(driverPath, [`--port=${port}`], {
    DISPLAY: `:${number}`,
    GDK_BACKEND: 'x11',
    // There is neither a graphics card nor a desktop session.
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    NO_AT_BRIDGE: '1',
  })
  const stop = async () => {
    await driver.stop()
    await display.stop()
  }
  try {
    const origin = `http://127.0.0.1:${port}`
    await listening(origin, driver.ended)
    const session = await request(`${origin}/session`, {
      capabilities: { alwaysMatch: { timeouts } },
    })
    const { sessionId } = session as { sessionId: string }
    const base = `${origin}/session/${sessionId}`
    const send = (command: Command, parameters: object) =>
      request(`${base}/${paths[command]}`, command === 'screenshot' ? undefined : parameters)
    return createWebDriverEngine({ send, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param body sent by POST; without it the request is a GET. */
async function request(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, body && { method: 'POST', body: JSON.stringify(body) })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`WebKitWebDriver answered ${url} with ${error}: ${message}`)
}

async function listening(origin: string, ended: Promise<unknown>): Promise<void> {
  for (;;) {
    const isUp = await Promise.race([
      fetch(`${origin}/status`).then(
        () => true,
        () => new Promise<false>((resolve) => setTimeout(resolve, 50, false)),
      ),
      ended.then(() => true),
    ])
    if (isUp) return
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
