import { parseRules } from '@vitrine/coherence'
import { loadConfig } from '@vitrine/config'
import { serve } from '@vitrine/http'
import { buildApp } from '../src/app.js'
import { Config } from '../src/config.js'

/*
 * The service without the rules of coherence that COHERENCE_WITHOUT names: the proofs must find
 * that out. No build of the service contains this file.
 */
const config = loadConfig(Config, process.env)
const app = await buildApp(config, { without: parseRules(process.env.COHERENCE_WITHOUT ?? '') })
await serve(app, {
  host: config.HOST,
  port: config.PORT,
  shutdownDelaySeconds: config.SHUTDOWN_DELAY_SECONDS,
  drainSeconds: config.DRAIN_SECONDS,
})
