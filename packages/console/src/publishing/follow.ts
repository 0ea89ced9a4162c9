import { type Retry, type Session, type Vitrine, VitrineError } from '@vitrine/sdk'
import { acknowledgementOf } from '@vitrine/sdk/acknowledgement'
import { type ConfirmationEvent, lateAfterMs } from './confirmation.ts'

type Answer<Data> = { data?: Data; error?: unknown; response: Response }

/**
 * A change, sent by the given client. The key is for its `Idempotency-Key`: asking again repeats the same call,
 * which resumes the wait.
 */
export type Change<Data> = (client: Vitrine<Session>, key: string) => Promise<Answer<Data>>

/** Null if the change was refused or is not confirmed. */
export type Outcome<Data> = { data: Data | undefined } | null

export type ClientFor = (onRetry: (retry: Retry) => Promise<void>) => Vitrine<Session>

/** Makes the call, and tells each step of it. */
export async function follow<Data>(
  change: Change<Data>,
  key: string,
  clientFor: ClientFor,
  tell: (event: ConfirmationEvent) => void,
): Promise<Outcome<Data>> {
  tell({ kind: 'sent', at: Date.now() })
  const timer = setTimeout(() => tell({ kind: 'late' }), lateAfterMs)
  const client = clientFor(async ({ response }) => {
    const isStored = await isPending(response)
    tell({ kind: 'repeated', isStored, commit: commitOf(response, isStored) })
  })
  try {
    const { data, error, response } = await change(client, key)
    if (!response.ok) throw new VitrineError(response, error)
    tell({
      kind: 'answered',
      proof: acknowledgementOf(response),
      requestId: response.headers.get(requestIdHeader),
    })
    return { data }
  } catch (error) {
    tell({ kind: 'refused', error, isStored: isPropagating(error) })
    return null
  } finally {
    clearTimeout(timer)
  }
}

const requestIdHeader = 'X-Request-Id'

/** A refusal by a limit has no effect. After any other answer, or none, the change may have been committed. */
function commitOf(response: Response | undefined, isStored: boolean): { by: string | null } | null {
  if (response?.status === 429) return null
  return { by: isStored ? (response?.headers.get(requestIdHeader) ?? null) : null }
}

async function isPending(response: Response | undefined): Promise<boolean> {
  if (response?.status !== 503) return false
  try {
    const { code } = (await response.clone().json()) as { code?: string }
    return code === 'PROPAGATION_PENDING'
  } catch {
    return false // A router's page.
  }
}

const isPropagating = (error: unknown): boolean =>
  error instanceof VitrineError && error.code === 'PROPAGATION_PENDING'
