import t from '@vitrine/testing/t'
import { startStack } from '../browser/stack.ts'
import { visit } from '../browser/visit.ts'
import { wakeTabs } from '../browser/waking-tabs.ts'

const { url, account } = await startStack(t)

t.test('twenty tabs that wake up together refresh once, and none is signed out', async (t) => {
  const { page } = await visit(t)
  await wakeTabs(t, page, { url, account, count: 20 })
})
