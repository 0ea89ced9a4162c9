import { createHash } from 'node:crypto'
import { multipartBody, noisePng } from '@vitrine/testing'
import { type Call, json, type Reply } from '@vitrine/testing/http'
import type { Read, Write } from '../chaos/check.js'
import type { Account, AdminClient } from '../stack/admin-client.js'
import { createTenant } from '../stack/tenants.js'

/** A picture that caches keep, its history, and the addresses that show its state. */
export type Subject = {
  name: string
  paths: readonly string[]
  writes: Write[]
  reads: Read[]
  /** A random change, and the state after it. */
  next: () => Promise<{ call: Call; appearance: string }>
}

/** Of a picture that anybody may fetch: the beginning of its validators, which all renditions of a file share. */
const validatorLength = 32

/** The state that an answer shows; null for an answer that is never right. */
export function appearanceOf({ status, headers }: Reply): string | null {
  if (status === 200 || status === 206) return headers.etag?.slice(1, 1 + validatorLength) ?? null
  return { 403: 'refused', 404: 'gone' }[status] ?? null
}

const validatorOf = (file: Buffer): string =>
  createHash('sha256').update(file).digest('hex').slice(0, validatorLength)

/** Creates a subject, whose first state is acknowledged. */
export type Kind = (admin: AdminClient) => Promise<Subject>

/** @param startMs when its creation was sent. */
const newSubject = (
  subject: Omit<Subject, 'writes' | 'reads'>,
  appearance: string,
  startMs: number,
): Subject => ({
  ...subject,
  writes: [{ appearance, startMs, endMs: performance.now() }],
  reads: [],
})

const pathsOf = (projectId: string, id: string): string[] => {
  const path = `/api/v1/deliver/${projectId}/${id}`
  return [path, `${path}?w=5&format=webp`]
}

const authorized = ({ token }: Account, call: Call): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
})

/** A project whose pictures become private and public again: its changes purge all of its pictures. */
export const guardedProject: Kind = async (admin) => {
  const startMs = performance.now()
  const owner = await createTenant(admin)
  const file = await newFile()
  const { id } = await admin.upload(owner, `${owner.path}/assets`, file)
  const shown = validatorOf(file)
  let isPublic = true
  const next = async () => {
    isPublic = !isPublic
    const rules = isPublic
      ? { originals: 'public', transformations: 'any' }
      : { originals: 'signed', transformations: 'signed' }
    const call = authorized(owner, { method: 'PUT', path: owner.path, ...json(rules) })
    return { call, appearance: isPublic ? shown : 'refused' }
  }
  const paths = pathsOf(owner.projectId, id)
  return newSubject({ name: `project ${owner.projectId}`, paths, next }, shown, startMs)
}

const deleting = 0.15

let files = 0

/** A file that no other one equals: each has a size of its own. */
function newFile(): Promise<Buffer> {
  files += 1
  return noisePng({ width: 8 + (files % 200), height: 8 + Math.floor(files / 200) })
}

const fileBody = (content: Buffer) => {
  const { body, contentType } = multipartBody([{ name: 'file', filename: 'a.png', content }])
  return { body, headers: { 'content-type': contentType } }
}

/** A picture whose file is replaced, until it is deleted. It has a project of its own, which other changes would purge. */
export const changingPicture: Kind = async (admin) => {
  const startMs = performance.now()
  const owner = await createTenant(admin)
  const file = await newFile()
  const assets = `${owner.path}/assets`
  const { id } = await admin.upload(owner, assets, file)
  const path = `${assets}/${id}`
  const next = async () => {
    if (Math.random() < deleting) {
      return { call: authorized(owner, { method: 'DELETE', path }), appearance: 'gone' }
    }
    const content = await newFile()
    const call = { method: 'PUT', path: `${path}/file`, ...fileBody(content) }
    return { call: authorized(owner, call), appearance: validatorOf(content) }
  }
  const paths = pathsOf(owner.projectId, id)
  return newSubject({ name: `picture ${id}`, paths, next }, validatorOf(file), startMs)
}
