import t from '@vitrine/testing/t'
import { parseStartOptions } from '../../preflight/command-line.mjs'

const defaults = {
  host: 'localhost',
  port: 8080,
  replicas: 1,
  reset: false,
  restartDelayMs: 10_000,
}

t.test('options and environment become settings', async (t) => {
  const table = [
    { args: [], env: {}, expected: defaults },
    { args: ['--port', '9000'], env: {}, expected: { ...defaults, port: 9000 } },
    { args: [], env: { VITRINE_PORT: '9001' }, expected: { ...defaults, port: 9001 } },
    { args: [], env: { VITRINE_HOST: '0.0.0.0' }, expected: { ...defaults, host: '0.0.0.0' } },
    { args: ['--port=0'], env: { VITRINE_PORT: '9001' }, expected: { ...defaults, port: 0 } },
    {
      args: ['--replicas', '3', '--reset'],
      env: {},
      expected: { ...defaults, replicas: 3, reset: true },
    },
    { args: ['--restart-delay', '0'], env: {}, expected: { ...defaults, restartDelayMs: 0 } },
    { args: ['--verbose'], env: {}, expected: defaults },
    { args: ['--help'], env: {}, expected: null },
  ]
  for (const { args, env, expected } of table) {
    t.same(parseStartOptions(args, env), expected, args.join(' ') || JSON.stringify(env))
  }
})

t.test('invalid options are rejected with a one-sentence error', async (t) => {
  const table = [
    { args: ['--prot', '1'], message: /'--prot'.*--help/ },
    { args: ['extra'], message: /'extra'.*--help/ },
    { args: ['--port'], message: /--port.*--help/ },
    {
      args: ['--port', '65536'],
      message: '--port is "65536"; it takes a whole number from 0 to 65535',
    },
    {
      args: ['--replicas', '0'],
      message: '--replicas is "0"; it takes a whole number from 1 to 32',
    },
    { args: ['--replicas', '1.5'], message: /whole number/ },
    { args: ['--restart-delay=soon'], message: /--restart-delay is "soon"/ },
  ]
  for (const { args, message } of table) {
    t.throws(() => parseStartOptions(args, {}), { message }, args.join(' '))
  }
  t.throws(() => parseStartOptions([], { VITRINE_PORT: 'web' }), {
    message: /VITRINE_PORT is "web"/,
  })
})
