import t from '@vitrine/testing/t'
import { createBrowser } from './tabs-of-browser.ts'

t.test('a tab that is opened later gets the token of another one', async (t) => {
  const { open, refreshes } = createBrowser()
  const first = open()
  t.equal(await first(), 200)
  const second = open()
  t.equal(await second(), 200)
  t.equal(refreshes(), 1)
})

t.test('twenty tabs that wake up together refresh once', async (t) => {
  const { open, refreshes, expire } = createBrowser()
  const tabs = Array.from({ length: 20 }, () => open())
  for (const call of tabs) t.equal(await call(), 200)
  t.equal(refreshes(), 1)
  expire()
  t.same(
    await Promise.all(tabs.map((call) => call())),
    tabs.map(() => 200),
  )
  t.equal(refreshes(), 2)
})

t.test('a tab refreshes by itself at once if no open tab has newer tokens', async (t) => {
  const { open, refreshes, expire } = createBrowser()
  const tabs = [open(), open({ isDeaf: true })]
  t.equal(await tabs[0]?.(), 200)
  expire()
  t.equal(await tabs[0]?.(), 200)
  t.equal(refreshes(), 2)
})
