import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The data that a person needs to look at the demo; an interrupted run leaves only the login. */
export type Demo = {
  email: string
  password: string
  projectId?: string
  apiKey?: string
  slugs?: string[]
  assets?: { id: string; filename: string }[]
  /** File names of the pictures that could not be made; the next run tries them again. */
  missing?: string[]
}

/** @returns null where there is no such file. */
export async function findDemo(file: string): Promise<Demo | null> {
  try {
    return parse(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Replaces the file in one step. Only its owner may read it: it holds a password and a key. */
export async function saveDemo(file: string, demo: Demo): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  // The mode above counts only for a file that is made by the call.
  await chmod(draft, 0o600)
  await rename(draft, file)
}

function parse(text: string, file: string): Demo {
  const demo = parseJson(text)
  if (typeof demo?.email !== 'string' || typeof demo.password !== 'string') {
    throw new Error(
      `${file} does not hold a demo's email and password as JSON; run "npm start -- --reset" to begin again with empty data`,
    )
  }
  return { ...demo, email: demo.email, password: demo.password }
}

function parseJson(text: string): Partial<Demo> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
