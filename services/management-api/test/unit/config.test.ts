import { loadConfig } from '@vitrine/config'
import { readEnvExample, settingsDocument, storedDocument } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { Config } from '../../src/config.js'

const example = readEnvExample('management-api')

t.test('.env.example lists every setting and no others', async (t) => {
  t.same(Object.keys(example).sort(), Object.keys(Config.properties).sort())
})

t.test('a service starts with .env.example unchanged', async (t) => {
  t.doesNotThrow(() => loadConfig(Config, example))
})

t.test('.env.example shows the defaults', async (t) => {
  const config = loadConfig(Config, example)
  for (const [name, setting] of Object.entries(Config.properties)) {
    const fallback = (setting as { default?: unknown }).default
    const differs = name === 'PORT' || name === 'DATABASE_TIMEOUT_MS'
    if (fallback !== undefined && !differs) {
      t.equal(config[name as keyof typeof config], fallback, name)
    }
  }
})

t.test('SETTINGS.md lists every setting with its default', async (t) => {
  const generated = settingsDocument('management-api', Config)
  t.equal(storedDocument('SETTINGS.md', generated), generated)
})

t.test('a cache in front needs its address, or its token and zone', async (t) => {
  const { CDN_PURGE: _none, ...base } = example
  const load = (settings: Record<string, string>) => () =>
    loadConfig(Config, { ...base, ...settings })
  for (const CDN_PURGE of ['varnish', 'http']) {
    t.throws(load({ CDN_PURGE }), /CDN_PURGE_URL is missing/)
    t.doesNotThrow(load({ CDN_PURGE, CDN_PURGE_URL: 'http://one:6081, http://two:6081' }))
    t.throws(load({ CDN_PURGE, CDN_PURGE_URL: 'http://user:secret@one:6081' }), /CDN_PURGE_URL/)
  }
  for (const CDN_PURGE of ['cloudflare', 'fastly', 'bunny']) {
    t.throws(load({ CDN_PURGE, CDN_PURGE_TOKEN: 't' }), /CDN_PURGE_ZONE/)
    t.doesNotThrow(load({ CDN_PURGE, CDN_PURGE_TOKEN: 't', CDN_PURGE_ZONE: 'z' }))
  }
  t.throws(load({ CDN_PURGE: 'nginx' }), /CDN_PURGE/)
})
