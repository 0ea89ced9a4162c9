import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startService } from '@vitrine/local/services'
import { parsed, type Reply, send } from '../http.js'
import { errorLines } from '../log-lines.js'
import { pictureNo } from '../pictures.js'
import type { Column } from '../report/report.js'
import type { StoreSettings } from '../stores/store.js'
import type { Check, Context } from './check.js'

type Mistake = {
  what: string
  settings: Partial<StoreSettings>
  codes: RegExp
  /** Some stores create a missing bucket. */
  leavesTraces: boolean
}

const mistakes: readonly Mistake[] = [
  {
    what: 'wrong secret',
    settings: { S3_SECRET_KEY: randomBytes(20).toString('hex') },
    codes: /SignatureDoesNotMatch|InvalidAccessKeyId|AccessDenied/,
    leavesTraces: false,
  },
  {
    what: 'wrong region',
    settings: { S3_REGION: 'xx-nowhere-9' },
    codes: /AuthorizationHeaderMalformed|AuthorizationQueryParametersError|SignatureDoesNotMatch/,
    leavesTraces: false,
  },
  {
    what: 'missing bucket',
    settings: { S3_BUCKET: `vitrine-missing-${randomBytes(4).toString('hex')}` },
    codes: /NoSuchBucket/,
    leavesTraces: true,
  },
]

/** A store that refuses: the log names its code once, and users get the code for a wrong setting. */
export const refusals: Check = {
  name: 'refusals',
  needs: 'nothing',
  run: async (context, column) => {
    for (const mistake of mistakes) {
      if (mistake.leavesTraces && context.store.control === null) {
        column.notRun(mistake.what, 'needs a store of its own: some make the bucket')
      } else await tryMistake(context, column, mistake)
    }
  },
}

async function tryMistake(context: Context, column: Column, mistake: Mistake): Promise<void> {
  const { stack, tenant } = context
  const { what, settings, codes } = mistake
  const project = await tenant.project(stack.management.url())
  const logFile = join(stack.folder, `${what.replace(' ', '-')}.log`)
  const env = { ...stack.env, ...settings }
  const service = await startService({
    ...{ name: 'management-api', env, log: () => undefined, logFile },
  })
  try {
    const ready = readiness(await send(`${service.url}/readyz`))
    const upload = async () => tenant.upload(service.url, project, await pictureNo(0))
    const [reply] = [await upload(), await upload()]
    if (reply.status === 201) {
      column.expect(`${what}: accepted by the store`, true, ready)
      return
    }
    const { code } = parsed<{ code: string }>(reply)
    const isNamed = reply.status === 503 && code === 'STORE_MISCONFIGURED'
    column.expect(`${what}: 503 STORE_MISCONFIGURED`, isNamed, `${reply.status} ${code}, ${ready}`)
    const lines = errorLines(service.output(), codes)
    const [found = 'none'] = lines.flatMap((line) => codes.exec(line) ?? [])
    column.expect(
      `${what}: the log names the store's code once`,
      lines.length === 1,
      `${found}, ${lines.length} lines`,
    )
  } finally {
    await service.stop()
  }
}

/** `503, store is down`, or `200, ` and the readiness of the store. */
function readiness({ status, body }: Reply): string {
  const { details = [], reasons = {} } = JSON.parse(body.toString()) as {
    details?: { field: string; message: string }[]
    reasons?: { store?: string }
  }
  const named = details.map(({ field, message }) => `${field} ${message}`)
  // A reason begins with its kind and the store's code.
  const reason = reasons.store?.split('. ')[0]
  return [`readyz ${status}`, ...named, reason].filter(Boolean).join(', ')
}
