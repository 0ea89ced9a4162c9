import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '@vitrine/testing/engines'
import type { Test } from 'tap'
import { placesOf } from '../../browser/pages.ts'
import { callsOf, createSample } from '../../browser/sample.ts'
import { startStack } from '../../browser/stack.ts'
import { checkMillion } from './million.ts'
import { createPerson } from './people.ts'

/** A folder for pictures of every page. */
const shots = process.env.VITRINE_SCREENSHOTS

type Page = { heading: string; overflow: number; broken: string[] }

/** px by which the page is wider than the window, and pictures that are not there. */
const look = `
await until(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'))
return {
  heading: find('h1, h2').textContent,
  overflow: Math.max(...[document.documentElement, document.querySelector('#page') ?? document.body]
    .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
  broken: [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
    .map(({ src }) => src),
}`

/** Gives the input of the upload button a picture that is drawn here. */
const giveFile = `
const input = await until(() => document.querySelector('input[type="file"][multiple]'))
const canvas = document.createElement('canvas')
canvas.width = 400
canvas.height = 300
const context = canvas.getContext('2d')
context.fillStyle = '#3355aa'
context.fillRect(0, 0, 400, 300)
const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
const given = new DataTransfer()
given.items.add(new File([blob], 'Drawn here.png', { type: 'image/png' }))
input.files = given.files
input.dispatchEvent(new Event('change', { bubbles: true }))`

/** What an admin does on a day, in a browser other than the one of the other suites. */
export async function checkConsole(
  t: Test,
  start: (env: NodeJS.ProcessEnv) => Promise<Engine>,
): Promise<void> {
  const { url, account } = await startStack(t)
  const calls = callsOf(url, account)
  const sample = await createSample(url, account)
  const { projectId, draftId } = sample
  const engine = await start(process.env)
  t.teardown(engine.stop)
  const person = createPerson(engine)
  const at = (path: string) => `${url}/console/${path}`
  const project = `/api/projects/${projectId}`

  await t.test('signing in by the keyboard, and staying signed in', async (t) => {
    await person.open(at('sign-in'))
    await person.fill('E-mail', account.email)
    await person.press('Tab')
    await engine.type(account.password)
    await person.press('Enter')
    await person.run(`await until(() => find('nav'))`)
    await person.open(at('account'))
    t.equal((await person.run<Page>(look)).heading, 'Account')
  })

  await t.test('every page is shown, with its pictures', async (t) => {
    for (const place of placesOf(sample).filter(({ isPublic }) => !isPublic)) {
      await person.open(at(place.path))
      const { heading, overflow, broken } = await person.run<Page>(look)
      if (shots !== undefined) {
        writeFileSync(join(shots, `${start.name}-${place.name}.png`), await engine.screenshot())
      }
      t.notMatch(heading, /cannot be shown|no such page/, place.name)
      t.ok(overflow <= 0, `${place.name}: nothing is wider than the window`)
      t.same(broken, [], `${place.name}: every picture is there`)
    }
  })

  await t.test('a picture is uploaded, and shown', async (t) => {
    await person.open(at(`p/${projectId}/library`))
    await person.run(giveFile)
    await person.reads(/Drawn here/)
    const { content } = await calls<{ content: { filename: string }[] }>('GET', `${project}/assets`)
    t.equal(content[0]?.filename, 'Drawn here.png')
  })

  await t.test('of a million pictures, the first and the last are reached', async (t) => {
    await person.open(at(`p/${projectId}/widgets`))
    await checkMillion(t, person, await calls<object>('GET', `${project}/assets?size=1`))
  })

  await t.test('a widget is changed and published, and says where it is live', async (t) => {
    await person.open(at(`p/${projectId}/widgets/${draftId}`))
    // The windows of the engines have room for two panes.
    await person.click('button', 'Settings')
    await person.fill('Space between', '24')
    await person.reads(/Saved/)
    await person.click('button', 'Publish')
    await person.click('[role="dialog"] button', 'Publish')
    await person.reads(/Live everywhere/)
    const widget = await calls<object>('GET', `${project}/widgets/${draftId}`)
    t.match(widget, { status: 'PUBLISHED', config: { gap: 24 } })
  })
}
