import type { Transport } from '../transport.js'

/**
 * Bytes of the file: sent so far, and all. They begin again if the upload is repeated. The phase is `processing` once all are
 * sent: the service decodes the picture, which may take longer than sending it.
 */
export type Progress = { phase: 'sending' | 'processing'; loaded: number; total: number }

export type OnProgress = (progress: Progress) => void

export const sendForm =
  (form: FormData): Transport =>
  (request, fetch) =>
    fetch(new Request(request, { body: form }))

/** The same with progress. `total` is the size of the form's file; its other fields are not counted. */
export function sendFormWithProgress(
  form: FormData,
  total: number,
  onProgress: OnProgress,
): Transport {
  const report: Report = (phase, sent) =>
    onProgress({ phase, loaded: Math.min(sent, total), total })
  return typeof XMLHttpRequest === 'function'
    ? (request) => sendByXhr(request, form, report)
    : (request, fetch) => fetch(streamed(request, form, report))
}

type Report = (phase: Progress['phase'], sent: number) => void

/** For platforms whose `fetch` takes a stream: Node, Deno, Bun. */
function streamed(request: Request, form: FormData, report: Report): Request {
  const encoded = new Response(form)
  let sent = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      sent += chunk.byteLength
      report('sending', sent)
      controller.enqueue(chunk)
    },
    flush: () => report('processing', sent),
  })
  const headers = new Headers(request.headers)
  headers.set('Content-Type', encoded.headers.get('Content-Type') ?? '')
  const body = encoded.body?.pipeThrough(counter) ?? null
  // The types of browsers do not have `duplex`, which a stream as a body needs.
  const init: RequestInit & { duplex: 'half' } = { headers, body, duplex: 'half' }
  return new Request(request, init)
}

/** For browsers, whose `fetch` reports no progress of a body. */
function sendByXhr(
  { method, url, headers, signal }: Request,
  form: FormData,
  report: Report,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.responseType = 'blob'
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    const abort = () => xhr.abort()
    const settle = (finish: () => void) => () => {
      signal.removeEventListener('abort', abort)
      finish()
    }
    xhr.upload.onprogress = ({ loaded }) => report('sending', loaded)
    xhr.upload.onload = ({ loaded }) => report('processing', loaded)
    xhr.onload = settle(() => resolve(answerOf(xhr)))
    xhr.onerror = settle(() => reject(new TypeError('The upload got no answer.')))
    xhr.onabort = settle(() => reject(signal.reason))
    if (signal.aborted) return xhr.onabort(new ProgressEvent('abort'))
    signal.addEventListener('abort', abort)
    xhr.send(form)
  })
}

function answerOf(xhr: XMLHttpRequest): Response {
  const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return new Response(xhr.response as Blob, { status: xhr.status, headers })
}
