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
