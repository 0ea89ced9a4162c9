import { ConfigError, loadConfig } from '@vitrine/config'
import { serve } from '@vitrine/http'
import { buildApp } from './app.js'
import { Config } from './config.js'

try {
  const config = loadConfig(Config, process.env)
  const app = await buildApp(config)
  await serve(app, {
    host: config.HOST,
    port: config.PORT,
    probePort: config.PROBE_PORT,
    shutdownDelaySeconds: config.SHUTDOWN_DELAY_SECONDS,
    drainSeconds: config.DRAIN_SECONDS,
  })
} catch (error) {
  const message = error instanceof ConfigError ? error.message : String((error as Error).stack)
  process.stderr.write(`delivery: ${message}\n`)
  process.exit(1)
}
