import { Component, Nullable, Timestamp, Uuid } from '@vitrine/http'
import Type, { type Static } from '@vitrine/typebox'

/** Failures that a job lists; of more, it has the number alone. */
export const maxListedFailures = 1000

export const Job = Component('Job', {
  id: Uuid,
  action: Type.String({ description: 'of the call that was accepted, such as move' }),
  state: Type.Enum(['RUNNING', 'DONE', 'FAILED']),
  code: Nullable(
    Type.String({ description: 'of a failed job: the code of the error that stopped it' }),
  ),
  done: Type.Integer({ description: 'assets that are finished, and seen so everywhere' }),
  total: Type.Integer(),
  failed: Type.Array(Component('JobFailure', { id: Uuid, code: Type.String() }), {
    description: `assets that could not be changed, the first ${maxListedFailures}; code as the status in the answer for named assets`,
  }),
  failedCount: Type.Integer(),
  createdAt: Timestamp,
  endedAt: Nullable(Timestamp),
})
export type Job = Static<typeof Job>

export const JobParams = Type.Object({ jobId: Uuid })
