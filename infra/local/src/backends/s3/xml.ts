import type { ServerResponse } from 'node:http'

/** A refusal of the store, with one of the codes of S3. The message is shown to the client. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }
const signs = new Map(Object.entries(entities).map(([sign, name]) => [name, sign]))

export const xmlOf = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&${entities[sign]};`)

export const textOf = (xml: string): string =>
  xml.replace(/&(?:#x([0-9a-f]+)|(\w+));/gi, (entity, code?: string, name = '') =>
    code === undefined
      ? (signs.get(name) ?? entity)
      : String.fromCodePoint(Number.parseInt(code, 16)),
  )

export function sendXml(response: ServerResponse, status: number, xml: string): void {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length })
  response.end(body)
}
