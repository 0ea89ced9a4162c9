import t from '@vitrine/testing/t'

const openPorts = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length

t.test('the channel of the tabs is opened by its first use, so that Node can end', async (t) => {
  const before = openPorts()
  const { on, send } = await import('../../src/server/tabs.ts')
  t.equal(openPorts(), before)
  t.match([on, send], [Function, Function])
})
