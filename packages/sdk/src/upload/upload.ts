import type { Paths, Schemas } from '../api.js'
import type { Vitrine } from '../client.js'
import { VitrineError } from '../errors.js'
import { type OnProgress, sendForm, sendFormWithProgress } from './send-form.js'

type Call = Paths['/api/projects/{projectId}/assets']['post']
type Fields = Omit<Call['requestBody']['content']['multipart/form-data'], 'file'>

export type Upload = Fields & {
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

/**
 * Uploads an image. If the connection breaks, the upload is repeated, and makes one asset.
 *
 * @throws VitrineError for an answer of 400 or above; the reason of the signal if it aborts.
 */
export async function upload(vitrine: Vitrine, options: Upload): Promise<Schemas['Asset']> {
  const { projectId, file, filename, key, onProgress, signal, ...fields } = options
  const form = formOf(fields)
  form.set('file', file, filename ?? (file as Partial<File>).name ?? 'image')
  const address = `/api/projects/${encodeURIComponent(projectId)}/assets`
  const request = new Request(`${vitrine.baseUrl}${address}`, {
    method: 'POST',
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    ...(signal && { signal }),
  })
  const transport = onProgress ? sendFormWithProgress(form, file.size, onProgress) : sendForm(form)
  const response = await vitrine.send(request, transport)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new VitrineError(response, body)
  return body as Schemas['Asset']
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one !== undefined) form.append(name, String(one))
  }
  return form
}
