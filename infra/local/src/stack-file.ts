import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { BackendProcess, S3Process } from './backends/start.js'

export type ServiceProcess = { url: string; pid: number }

/** The seeded demo; kept across restarts. */
export type Demo = {
  email: string
  password: string
  projectId: string
  apiKey: string
  slugs: string[]
  /** File names of pictures that the seed skipped. */
  missing: string[]
}

/** `.vitrine/stack.json`, for tools and tests; exists while the stack is ready. */
export type StackFile = {
  /** `http://localhost:8080` */
  base: string
  /**
   * `http://127.0.0.1:<port>`: a site on another origin that embeds the demo's widgets; null
   * without a demo.
   */
  site: string | null
  /** Folder of the caught mails; null if mails go to the server in `SMTP_URL`. */
  mails: string | null
  management: ServiceProcess
  delivery: ServiceProcess[]
  postgres: BackendProcess
  redis: BackendProcess
  s3: S3Process
  /** null if seeding failed. */
  demo: Demo | null
}

/** Written atomically. Readable only by the owner, because it contains passwords. */
export function writeStackFile(file: string, stack: StackFile): void {
  const temporary = `${file}.new`
  writeFileSync(temporary, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, file)
}

/** @throws if no stack is ready there. */
export function readStackFile(file: string): StackFile {
  return JSON.parse(readFileSync(file, 'utf8')) as StackFile
}

/** null if the seed has not yet created a project with an API key. */
export function findDemo(file: string): Demo | null {
  const { email, password, projectId, apiKey, slugs, missing = [] } = readDemoFile(file)
  if (!(email && password && projectId && apiKey && Array.isArray(slugs))) return null
  return { email, password, projectId, apiKey, slugs, missing }
}

function readDemoFile(file: string): Partial<Demo> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Demo>
  } catch {
    return {} // Not written yet, or damaged, which the seed has reported.
  }
}
