import { gif, jpeg, noisePng, png } from '@vitrine/testing'
import type { Test } from 'tap'
import { createTenant } from '../tenant.js'
import { ask } from './cases.js'
import { type Answer, field } from './connection.js'
import type { Request } from './request.js'

/** The creation time of every asset here. */
export const createdAt = new Date('2026-03-04T05:06:07.890Z')

/** A representation that a GET returns, and its known properties. */
export type Representation = {
  name: string
  target: string
  /** Request fields that select it. */
  fields: readonly (readonly [string, string])[]
  isOriginal: boolean
  answer: Answer
  etag: string
  lastModified: string
  bytes: Buffer
}

/** Larger bodies take several writes, and are read from another tier than small ones. */
const large = 1024 * 1024

/**
 * Originals and renditions, small and large, still and animated, named and negotiated.
 *
 * @param names only these, for rules that one function keeps for all.
 */
export async function addRepresentations(
  t: Test,
  port: number,
  names?: readonly string[],
): Promise<Representation[]> {
  const project = await (await createTenant(t)).addProject()
  const add = async (picture: Buffer) =>
    `/api/v1/deliver/${project.id}/${await project.addAsset(picture, { createdAt })}`
  const photo = await add(await jpeg({ width: 80, height: 60 }))
  const drawing = await add(await png({ alpha: true }))
  const noise = await add(await noisePng({ width: 800, height: 800 }))
  const animation = await add(await gif({ frames: 3 }))
  const accept = [['Accept', 'image/avif,image/webp,*/*;q=0.8']] as const

  const wanted: [name: string, target: string, fields?: Representation['fields']][] = [
    ['a small original', photo],
    ['an original with transparency', drawing],
    ['a large original', noise],
    ['an animated original', animation],
    ['a small rendition', `${photo}?w=40&format=webp`],
    ['a large rendition', `${noise}?w=780&format=png`],
    ['an animated rendition', `${animation}?w=32&format=webp`],
    ['a negotiated rendition', `${photo}?w=40&format=auto`, accept],
    ['a negotiated original', `${photo}?format=auto`],
  ]
  const found: Representation[] = []
  for (const [name, target, fields = []] of wanted) {
    if (names?.includes(name) === false) continue
    const representation = { name, target, fields, isOriginal: !target.includes('w=') }
    found.push({ ...representation, ...(await fetch(port, { target, fields })) })
  }
  for (const { name, bytes } of found) {
    const isLarge = bytes.length > large
    if (isLarge !== name.includes('large')) throw new Error(`${name} has ${bytes.length} bytes`)
  }
  return found
}

async function fetch(port: number, request: Request) {
  const answer = await ask(port, request)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.content}`)
  const [etag, lastModified] = [field(answer, 'etag'), field(answer, 'last-modified')]
  if (etag === null || lastModified === null) throw new Error(`no validators: ${request.target}`)
  return { answer, etag, lastModified, bytes: answer.content }
}
