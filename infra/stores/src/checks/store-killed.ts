import { becomesTrue } from '../becomes-true.js'
import { send } from '../http.js'
import { startUploaders, type Uploaders } from '../uploaders.js'
import type { Check } from './check.js'
import { expectNothingLost } from './nothing-lost.js'
import { uploadMany } from './upload-many.js'

const fault = 'store killed'
/** How many uploads must succeed before the fault, fail during it, and succeed after it. */
const enough = 12

export const storeKilled: Check = {
  name: fault,
  needs: 'a store of its own',
  run: async (context, column) => {
    const { stack, store, tenant } = context
    const base = stack.management.url()
    const project = await tenant.project(base)
    const [shown] = await uploadMany(context, project, 1)
    const widget = await tenant.publish(base, project, shown ? [shown.id] : [])
    const uploaders = startUploaders(context, project)
    const acknowledged = () => uploaders.acknowledged.length
    try {
      await becomesTrue(async () => acknowledged() >= enough)
      await store.control?.kill()
      const failed = await becomesTrue(async () => failures(uploaders) >= enough)
      column.expect(`${fault}: uploads are refused`, failed, `${failures(uploaders)}`)

      const status = async (url: string) => (await send(url)).status
      const widgets = await status(`${stack.delivery.url()}${widget}`)
      column.expect(`${fault}: widgets 200`, widgets === 200, `${widgets}`)
      const ready = {
        management: await status(`${base}/readyz`),
        delivery: await status(`${stack.delivery.url()}/readyz`),
      }
      for (const [name, seen] of Object.entries(ready)) {
        column.expect(`${fault}: ${name} stays ready`, seen === 200, `${seen}`)
      }
      await store.control?.start()
      const before = acknowledged()
      const restartedMs = performance.now()
      const recovered = await becomesTrue(async () => acknowledged() > before)
      const seconds = ((performance.now() - restartedMs) / 1000).toFixed(1)
      column.expect(`${fault}: first 201 after the restart`, recovered, `${seconds} s`)
      await becomesTrue(async () => acknowledged() >= before + enough)
    } finally {
      await uploaders.stop()
    }
    const others = [...uploaders.answers.keys()].filter((answer) => !/^(201|503)$/.test(answer))
    column.expect(`${fault}: uploads are 201 or 503`, others.length === 0, others.join(', '))
    await expectNothingLost(context, column, fault, { project, uploaders })
  },
}

const failures = ({ answers }: Uploaders): number =>
  [...answers].reduce((sum, [answer, count]) => (answer === '201' ? sum : sum + count), 0)
