import type { Paths, Schemas } from '../api.js'
import type { Vitrine } from '../client.js'
import { VitrineError } from '../errors.js'
import { type OnProgress, sendForm, sendFormWithProgress } from './send-form.js'

type Call = Paths['/api/projects/{projectId}/assets']['post']
type Fields = Omit<Call['requestBody']['content']['multipart/form-data'], 'file' | 'focalPoint'>
/** Fractions of width and height. */
type FocalPoint = { x: number; y: number }

/** A picture and how it is sent. */
type Sent = {
  projectId: string
  /** The picture. In Node, `openAsBlob(path)` reads a file as it is sent. */
  file: Blob
  /** The name of the file by default. */
  filename?: string
  /**
   * The Idempotency-Key, if the upload is to be resumed: the same key and file after a restart answer with
   * the asset that the first upload made, if it made one.
   */
  key?: string
  onProgress?: OnProgress
  signal?: AbortSignal
}

export type Upload = Sent & Fields & { focalPoint?: FocalPoint }

export type Replacement = Omit<Sent, 'filename'> & {
  assetId: string
  /** null removes it; the point of the former file by default. */
  focalPoint?: FocalPoint | null
  /** The file is replaced only if the asset still has this revision. */
  revision?: number
}

/**
 * Uploads an image. If the connection breaks, the upload is repeated, and makes one asset.
 *
 * @throws VitrineError for an answer of 400 or above; the reason of the signal if it aborts.
 */
export function upload(vitrine: Vitrine, options: Upload): Promise<Schemas['Asset']> {
  const { projectId, file, filename, key, onProgress, signal, ...fields } = options
  const form = formOf(fields)
  form.set('file', file, filename ?? (file as Partial<File>).name ?? 'image')
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  const request = requestTo(vitrine, 'POST', assetsOf(projectId), headers, signal)
  return send(vitrine, request, form, file, onProgress)
}

/**
 * Replaces the file of an asset. Widgets and pages show the new one under its new address, `url` or
 * `originalUrl`. Throws as `upload` does.
 */
export function replaceFile(vitrine: Vitrine, options: Replacement): Promise<Schemas['Asset']> {
  const { projectId, assetId, file, key, revision, onProgress, signal, focalPoint } = options
  const form = formOf({ focalPoint })
  form.set('file', file, 'image')
  const headers = {
    ...(key !== undefined && { 'Idempotency-Key': key }),
    ...(revision !== undefined && { 'If-Match': `"${revision}"` }),
  }
  const address = `${assetsOf(projectId)}/${encodeURIComponent(assetId)}/file`
  const request = requestTo(vitrine, 'PUT', address, headers, signal)
  return send(vitrine, request, form, file, onProgress)
}

const assetsOf = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/assets`

const requestTo = (
  { baseUrl }: Vitrine,
  method: string,
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
) => new Request(`${baseUrl}${address}`, { method, headers, ...(signal && { signal }) })

async function send(
  vitrine: Vitrine,
  request: Request,
  form: FormData,
  file: Blob,
  onProgress: OnProgress | undefined,
): Promise<Schemas['Asset']> {
  const transport = onProgress ? sendFormWithProgress(form, file.size, onProgress) : sendForm(form)
  const response = await vitrine.send(request, transport)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new VitrineError(response, body)
  return body as Schemas['Asset']
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) {
      if (one !== undefined)
        form.append(name, typeof one === 'object' ? JSON.stringify(one) : `${one}`)
    }
  }
  return form
}
