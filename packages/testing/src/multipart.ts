import { randomUUID } from 'node:crypto'

/** A field, or a file where `filename` is given (`contentType` then defaults to image/jpeg). */
export type MultipartPart = {
  name: string
  content: string | Buffer
  filename?: string
  contentType?: string
}

/** The body of a multipart/form-data request and the Content-Type header that goes with it. */
export function multipartBody(parts: readonly MultipartPart[]): {
  body: Buffer<ArrayBuffer>
  contentType: string
} {
  const boundary = `boundary-${randomUUID()}`
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
    Buffer.from(part.content),
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

function headersOf({ name, filename, contentType }: MultipartPart): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`
  if (filename === undefined) {
    return contentType === undefined
      ? disposition
      : `${disposition}\r\nContent-Type: ${contentType}`
  }
  const type = contentType ?? 'image/jpeg'
  return `${disposition}; filename="${quoted(filename)}"\r\nContent-Type: ${type}`
}

/** Escapes as browsers do: https://html.spec.whatwg.org/#multipart-form-data */
function quoted(value: string): string {
  return value.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
