import { freshEmail, freshName, multipartBody, png } from '@vitrine/testing'
import { type Call, createCaller, json, type Reply } from '@vitrine/testing/http'
import { repeat } from './repeat.js'

/** Longer than the 10 s for which a writer waits for its replicas. */
const timeoutMs = 15_000

export type Account = { token: string; organizationId: string; userId: string }

type Registered = { accessToken: string; organizationId: string; user: { id: string } }

/**
 * Calls management-api as an administrator; repeats each call until it is acknowledged.
 *
 * @param isPatient false: a 503 or a lost connection is an error.
 */
export function createAdminClient(
  managers: () => readonly string[],
  signal: AbortSignal,
  isPatient = true,
) {
  const caller = createCaller({ timeoutMs })
  const as = ({ token }: Account, call: Call): Call => ({
    ...call,
    headers: { ...call.headers, authorization: `Bearer ${token}` },
  })
  const until = (next: () => Call, isDone: (reply: Reply, isRepetition: boolean) => boolean) =>
    repeat(next, { caller, managers, isDone, signal, isPatient })

  const create = async <Body>(next: () => Call): Promise<Body> => {
    const { reply } = await until(
      () => ({ method: 'POST', ...next() }),
      ({ status }) => status === 201,
    )
    return JSON.parse(reply.body) as Body
  }

  return {
    register: (): Promise<Account> =>
      create<Registered>(() => ({
        path: '/api/auth/register',
        ...json({
          organizationName: freshName('Proofs'),
          name: 'Ann',
          email: freshEmail(),
          password: 'a long password',
        }),
      })).then(({ accessToken, organizationId, user }) => ({
        token: accessToken,
        organizationId,
        userId: user.id,
      })),
    /** @param body called for each attempt: a lost attempt may have taken the names. */
    create: <Body = { id: string }>(account: Account, path: string, body: () => object) =>
      create<Body>(() => as(account, { path, ...json(body()) })),
    /** @param file a small picture by default. */
    upload: async (
      account: Account,
      path: string,
      file?: Buffer,
      altText = '',
    ): Promise<{ id: string }> => {
      const content = file ?? (await png({ width: 8, height: 8 }))
      const { body, contentType } = multipartBody([
        ...(altText ? [{ name: 'altText', content: altText }] : []),
        { name: 'file', filename: 'a.png', content },
      ])
      const headers = { 'content-type': contentType }
      return create(() => as(account, { path, headers, body }))
    },
    put: (account: Account, path: string, body: object) =>
      until(
        () => as(account, { method: 'PUT', path, ...json(body) }),
        ({ status }) => status === 200,
      ),
    /** A repeated call may find nothing left to delete, which is an acknowledgement as well. */
    delete: (account: Account, path: string) =>
      until(
        () => as(account, { method: 'DELETE', path }),
        ({ status }, isRepetition) => status === 204 || (isRepetition && status === 404),
      ),
    get: async (account: Account, path: string): Promise<Reply> => {
      const { reply } = await until(
        () => as(account, { path }),
        ({ status }) => [200, 403, 404].includes(status),
      )
      return reply
    },
    close: caller.close,
  }
}

export type AdminClient = ReturnType<typeof createAdminClient>
