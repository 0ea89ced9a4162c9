import { serveJobs } from '../workers/serve-jobs.js'
import { offer } from './offer.js'

serveJobs(offer)
