import { until } from '@vitrine/testing'
import { createRandom, type Random } from '@vitrine/testing/random'
import type { Page, Route } from 'playwright-core'
import type { Test } from 'tap'
import { startProject, upload } from './sample.ts'
import { visitAs } from './visit.ts'

type Asset = { id: string; altText: string | null; decorative: boolean }
type Options = { presses: number; pictures: number; seed: number }

/** What a person who types has in mind. */
type Mind = {
  at: number
  /** By the number of the picture: typed, and not entered yet. */
  drafts: Map<number, string>
  entered: Map<number, string | 'decorative'>
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

const shownAt = ({ drafts, entered }: Mind, at: number): string => {
  const text = entered.get(at) ?? ''
  return drafts.get(at) ?? (text === 'decorative' ? '' : text)
}

/** Enters what is shown, as a press of Enter does. */
function enter(mind: Mind): void {
  const text = shownAt(mind, mind.at).trim()
  if (text === '') return
  mind.entered.set(mind.at, text)
  mind.drafts.delete(mind.at)
  mind.at += 1
}

/** The next keys of the person, which change their mind accordingly. */
function nextKeys(mind: Mind, random: Random): string[] {
  const kind = random.int(0, 999)
  const text = shownAt(mind, mind.at)
  if (kind < 24) {
    enter(mind)
    return ['Enter']
  }
  if (kind < 28) {
    enter(mind)
    enter(mind)
    return ['Enter', 'Enter']
  }
  if (kind < 30) {
    mind.entered.set(mind.at, 'decorative')
    mind.drafts.delete(mind.at)
    mind.at += 1
    return ['Control+Enter']
  }
  if (kind < 33) {
    mind.at = Math.max(0, mind.at - 1)
    return ['Alt+ArrowLeft']
  }
  if (kind < 60) {
    mind.drafts.set(mind.at, text.slice(0, -1))
    return ['Backspace']
  }
  const key = kind < 160 ? ' ' : random.pick(letters)
  mind.drafts.set(mind.at, text + key)
  return [key]
}

/**
 * Types in the alt-text run without ever waiting, on a network that is slow, cut and away at random. Every key press
 * is in the text of its picture afterwards.
 */
export async function typeInRun(t: Test, { presses, pictures, seed }: Options): Promise<void> {
  const [random, network] = [createRandom(seed), createRandom(seed + 1)]
  const { url, account, projectId, project, calls } = await startProject(t)
  for (let count = 0; count < pictures; count += 1) {
    await upload(url, account, projectId, { name: `${count}.jpg` })
  }
  const list = async () =>
    (await calls<{ content: Asset[] }>('GET', `${project}/assets?sort=createdAt,desc&size=500`))
      .content
  const order = (await list()).map(({ id }) => id)
  const { page } = await visitAs(t, { url, account })
  await page.route('**/assets/*', (route) => answerLate(route, network))
  await page.goto(`${url}/console/p/${projectId}/alt-text`)
  const field = page.getByLabel('What does this picture show?')
  await field.waitFor()
  const mind: Mind = { at: 0, drafts: new Map(), entered: new Map() }
  for (let pressed = 0; pressed < presses && mind.at < pictures - 2; ) {
    if (random.chance(1 / 400)) await page.context().setOffline(true)
    if (random.chance(1 / 80)) await page.context().setOffline(false)
    for (const key of nextKeys(mind, random)) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      pressed += 1
    }
  }
  await page.context().setOffline(false)
  t.equal(await field.inputValue(), shownAt(mind, mind.at), 'the text that is being typed')
  const wanted = order.map((id, at): Asset => {
    const text = mind.entered.get(at) ?? null
    const decorative = text === 'decorative'
    return { id, altText: decorative ? null : text, decorative }
  })
  const stored = async () =>
    new Map((await list()).map(({ id, altText, decorative }) => [id, { id, altText, decorative }]))
  await until(async () => {
    await sendAgain(page)
    const now = await stored()
    return order.every((id, at) => JSON.stringify(now.get(id)) === JSON.stringify(wanted[at]))
  })
  const now = await stored()
  t.same(
    order.map((id) => now.get(id)),
    wanted,
    `every text, with the seed ${seed}`,
  )
}

/** An answer after up to 0.1 s; one in twenty is lost. */
async function answerLate(route: Route, random: Random): Promise<void> {
  if (route.request().method() !== 'PUT') return route.continue()
  const [delayMs, isLost] = [random.int(0, 100), random.chance(1 / 20)]
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  return isLost ? route.abort('connectionfailed') : route.continue()
}

async function sendAgain(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save again' }).first()
  if (await button.isVisible()) await button.click()
}
