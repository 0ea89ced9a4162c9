/** Where management-api tells every replica of a committed change. Redis pub/sub: it may lose. */
export const changeChannel = 'vitrine:changes'

export type ChangeMessage = {
  /** The change's place in the log. */
  seq: bigint
  tags: readonly string[]
}

export function encodeChange({ seq, tags }: ChangeMessage): string {
  return JSON.stringify({ seq: seq.toString(), tags })
}

/** @returns null when the text is not a change: anyone may publish on a channel. */
export function decodeChange(text: string): ChangeMessage | null {
  try {
    const { seq, tags } = JSON.parse(text) as { seq?: unknown; tags?: unknown }
    if (typeof seq !== 'string' || !/^\d{1,19}$/.test(seq)) return null
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return null
    return { seq: BigInt(seq), tags }
  } catch {
    return null
  }
}
