import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { BackendProcess, S3Process } from './backends/index.js'

export type ServiceProcess = { url: string; pid: number }

/** The demo that the seed made; kept over restarts. */
export type Demo = {
  email: string
  password: string
  projectId: string
  apiKey: string
  slugs: string[]
  /** File names of pictures that the seed had to leave out. */
  missing: string[]
}

/** `.vitrine/stack.json`: there while the stack is ready, for tools and tests. */
export type StackFile = {
  /** `http://localhost:8080` */
  base: string
  /**
   * `http://127.0.0.1:<port>`: pages of another origin that embed the demo's widgets; null without
   * a demo.
   */
  site: string | null
  /** Folder of the mails that were sent; null where they go to the server of `SMTP_URL`. */
  mails: string | null
  management: ServiceProcess
  delivery: ServiceProcess[]
  postgres: BackendProcess
  redis: BackendProcess
  s3: S3Process
  /** null when the seed could not make it. */
  demo: Demo | null
}

/** Readers see the former file or the new one, never a part. It holds passwords: owner only. */
export function writeStackFile(file: string, stack: StackFile): void {
  const temporary = `${file}.new`
  writeFileSync(temporary, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, file)
}

/** @throws when no stack is ready there. */
export function readStackFile(file: string): StackFile {
  return JSON.parse(readFileSync(file, 'utf8')) as StackFile
}

/** null when the seed has not got as far as a project with an API key. */
export function findDemo(file: string): Demo | null {
  const { email, password, projectId, apiKey, slugs, missing = [] } = readDemoFile(file)
  if (!(email && password && projectId && apiKey && Array.isArray(slugs))) return null
  return { email, password, projectId, apiKey, slugs, missing }
}

function readDemoFile(file: string): Partial<Demo> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Demo>
  } catch {
    return {} // Not written yet, or damaged: the seed has said so.
  }
}
