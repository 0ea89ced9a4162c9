import { isIP } from 'node:net'
import type { Rule } from './load.js'

type Values = Readonly<Record<string, unknown>>

export const endpointOf = (text: unknown): URL | null =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text) : null

const isVirtual = ({ S3_ADDRESSING }: Values): boolean => S3_ADDRESSING === 'virtual'

const hasIpAddress = ({ S3_ENDPOINT }: Values): boolean =>
  isIP((endpointOf(S3_ENDPOINT)?.hostname ?? '').replace(/^\[|\]$/g, '')) !== 0

const isOverTls = ({ S3_ENDPOINT }: Values): boolean =>
  endpointOf(S3_ENDPOINT)?.protocol === 'https:'

const bothOrNeither = 'set both S3_ACCESS_KEY and S3_SECRET_KEY, or neither to use a role'

/** Rules that involve several settings. A message begins with the setting to correct. */
export const rules: readonly Rule[] = [
  {
    holds: ({ S3_ACCESS_KEY, S3_SECRET_KEY }) => !(S3_SECRET_KEY && !S3_ACCESS_KEY),
    message: `S3_ACCESS_KEY is missing: ${bothOrNeither}`,
  },
  {
    holds: ({ S3_ACCESS_KEY, S3_SECRET_KEY }) => !(S3_ACCESS_KEY && !S3_SECRET_KEY),
    message: `S3_SECRET_KEY is missing: ${bothOrNeither}`,
  },
  {
    holds: ({ S3_SESSION_TOKEN, S3_ACCESS_KEY, S3_SECRET_KEY }) =>
      !(S3_SESSION_TOKEN && !S3_ACCESS_KEY && !S3_SECRET_KEY),
    message:
      'S3_SESSION_TOKEN needs the keys that it belongs to: set S3_ACCESS_KEY and S3_SECRET_KEY',
  },
  {
    holds: (values) => !(isVirtual(values) && hasIpAddress(values)),
    message:
      'S3_ADDRESSING must be path: S3_ENDPOINT is an IP address, which a bucket cannot stand in front of',
  },
  {
    holds: (values) =>
      !(isVirtual(values) && isOverTls(values) && String(values.S3_BUCKET).includes('.')),
    message:
      'S3_ADDRESSING must be path: S3_BUCKET has a dot, and certificates for such host names do not exist',
  },
]
