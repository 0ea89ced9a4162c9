import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import { createApp, health } from '../../src/index.js'

t.test(
  'the reason of a failing check is logged when it changes, and shown if it is public',
  async (t) => {
    let failure: Error | undefined = new Error('connect ECONNREFUSED 192.0.2.1')
    const lines: string[] = []
    const app = createApp({ logLevel: 'info', logStream: { write: (line) => lines.push(line) } })
    const run = async () => {
      if (failure !== undefined) throw failure
    }
    health(app, {
      prefix: '/api',
      checks: [
        { name: 'database', run },
        { name: 'store', optional: true, logsItself: true, run },
      ],
    })
    t.teardown(() => app.close())
    const look = async () => (await app.inject('/readyz')).json()
    const logged = () => lines.splice(0).map((line) => JSON.parse(line))

    for (let i = 0; i < 3; i += 1) {
      t.match(await look(), { details: [{ field: 'database', message: 'is down' }] })
    }
    t.match(logged(), [
      { level: 50, check: 'database', msg: 'the check fails', err: { message: failure.message } },
    ])

    failure = new AppError('DATABASE_UNAVAILABLE', 'The database is out of reach.')
    for (let i = 0; i < 3; i += 1) {
      t.match(await look(), { details: [{ message: 'The database is out of reach.' }] })
    }
    t.match(logged(), [{ level: 50, err: { code: 'DATABASE_UNAVAILABLE' } }])

    failure = undefined
    for (let i = 0; i < 3; i += 1) t.same((await look()).checks, { database: 'up', store: 'up' })
    t.match(logged(), [{ level: 30, check: 'database', msg: 'the check passes again' }])
  },
)
