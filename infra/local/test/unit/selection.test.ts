import t from '@vitrine/testing/t'
import { givenS3, givenUrl } from '../../preflight/given-backends.mjs'
import { findOnPath, postgresMajor, redisMajor } from '../../src/backends/installed.js'
import { selectBackend } from '../../src/backends/open.js'
import { installedRedis } from '../../src/backends/redis/distribution.js'

t.test('the first available source is chosen', async (t) => {
  const table = [
    { given: 'url', installed: 'program', preference: undefined, expected: 'given' },
    { given: 'url', installed: 'program', preference: 'embedded', expected: 'given' },
    { given: null, installed: 'program', preference: undefined, expected: 'installed' },
    { given: null, installed: 'program', preference: '', expected: 'installed' },
    { given: null, installed: 'program', preference: 'embedded', expected: 'embedded' },
    { given: null, installed: null, preference: undefined, expected: 'embedded' },
  ]
  for (const { given, installed, preference, expected } of table) {
    const selection = selectBackend({ given, findInstalled: () => installed, preference })
    t.equal(selection.kind, expected, JSON.stringify({ given, installed, preference }))
  }
  t.throws(() => selectBackend({ given: null, findInstalled: () => null, preference: 'docker' }), {
    message: 'VITRINE_BACKENDS is "docker"; it may be "embedded" or unset',
  })
})

t.test('an address from the environment must be of the right kind', async (t) => {
  const read = (value: string) => givenUrl({ REDIS_URL: value }, 'REDIS_URL')
  t.equal(read(''), null)
  t.equal(read('rediss://:secret@cache.example:6380'), 'rediss://:secret@cache.example:6380')
  t.throws(() => read('cache.example:6379'), { message: /REDIS_URL .* begins with redis:\/\// })
  t.throws(() => read('http://:secret@cache.example'), { message: /^(?!.*secret)/ })
})

t.test('an external object store requires its keys', async (t) => {
  t.equal(givenS3({ S3_ACCESS_KEY: 'a' }), null)
  t.throws(() => givenS3({ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY: 'a' }), {
    message: /S3_SECRET_KEY is not/,
  })
  const env = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  t.match(givenS3(env), { bucket: 'vitrine', region: 'us-east-1' })
  t.match(givenS3({ ...env, S3_BUCKET: 'shop' }), { bucket: 'shop' })
})

t.test('versions are parsed from the programs’ output', async (t) => {
  t.equal(postgresMajor('postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)'), 15)
  t.equal(postgresMajor('postgres (PostgreSQL) 18beta1'), 18)
  t.equal(postgresMajor('pg_ctl (PostgreSQL) 15.18'), null)
  t.equal(redisMajor('Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64'), 7)
  t.equal(redisMajor('Valkey server v=8.0.1'), null)
})

t.test('a program that depends on its name is run by its name on PATH', async (t) => {
  const { chmodSync, symlinkSync } = await import('node:fs')
  const script = '#!/bin/sh\ncase "$0" in */redis-server) echo "Redis server v=7.0.15";; esac\n'
  const folder = t.testdir({ 'redis-check-rdb': script })
  chmodSync(`${folder}/redis-check-rdb`, 0o755)
  symlinkSync('redis-check-rdb', `${folder}/redis-server`)
  t.equal(installedRedis({ PATH: folder })?.program, `${folder}/redis-server`)
})

t.test('a program is searched for in the folders of PATH, in order', async (t) => {
  const folder = t.testdir({ a: {}, b: { tool: '' }, c: { tool: '' } })
  const { chmodSync } = await import('node:fs')
  chmodSync(`${folder}/c/tool`, 0o755)
  t.equal(findOnPath('tool', `${folder}/a:${folder}/b:${folder}/c`), `${folder}/c/tool`)
  t.equal(findOnPath('tool', `${folder}/a:relative:`), null)
  t.equal(findOnPath('tool', undefined), null)
})
