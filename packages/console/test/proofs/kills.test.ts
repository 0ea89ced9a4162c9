import t from '@vitrine/testing/t'
import { comeBack, startEditing } from '../browser/editing.ts'

const editing = await startEditing(t)

t.test('changes of a published widget come back after the end of their tab', (t) =>
  comeBack(t, editing, {
    'a reload': (page) => page.reload(),
    'a crash': async (page) => {
      const crashed = page.waitForEvent('crash')
      const session = await editing.context.newCDPSession(page)
      // It has no answer.
      void session.send('Page.crash').catch(() => null)
      await crashed
      await page.close()
    },
  }),
)
