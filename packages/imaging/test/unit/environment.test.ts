import t from '@vitrine/testing/t'
import { environment } from '../../src/processes/launch.js'

t.test('an image process inherits only the variables for memory, time zone and files', (t) => {
  const own = {
    PATH: '/usr/bin',
    TZ: 'Europe/Paris',
    TMPDIR: '/scratch',
    LD_PRELOAD: 'libjemalloc.so.2',
    MALLOC_CONF: 'dirty_decay_ms:1000',
    DATABASE_URL: 'postgres://user:secret@database/vitrine',
    S3_SECRET_KEY: 'secret',
    NODE_OPTIONS: '--inspect',
    HOME: '/root',
    NOT_MALLOC_CONF: 'secret',
  }
  t.strictSame(environment(own), {
    PATH: '/usr/bin',
    TZ: 'Europe/Paris',
    TMPDIR: '/scratch',
    LD_PRELOAD: 'libjemalloc.so.2',
    MALLOC_CONF: 'dirty_decay_ms:1000',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '4194304',
    MALLOC_TRIM_THRESHOLD_: '16777216',
    VIPS_WARNING: '1',
  })
  t.match(
    environment({ MALLOC_ARENA_MAX: '1' }),
    { MALLOC_ARENA_MAX: '1' },
    'an explicit value is kept',
  )
  t.end()
})
