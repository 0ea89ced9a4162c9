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
}

/** `.vitrine/stack.json`: there while the stack is ready, for tools and tests. */
export type StackFile = {
  /** `http://localhost:8080` */
  base: string
  /** `http://127.0.0.1:<port>`: pages of another origin that embed the demo's widgets. */
  site: string
  management: ServiceProcess
  delivery: ServiceProcess[]
  postgres: BackendProcess
  redis: BackendProcess
  s3: S3Process
  demo: Demo
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

/** @throws a sentence when the seed left no demo or an incomplete one. */
export function readDemo(file: string): Demo {
  const { email, password, projectId, apiKey, slugs } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Partial<Demo>
  if (!(email && password && projectId && apiKey && Array.isArray(slugs))) {
    throw new Error(
      `${file} lacks one of email, password, projectId, apiKey and slugs; \`npm start -- --reset\` makes the demo anew`,
    )
  }
  return { email, password, projectId, apiKey, slugs }
}
