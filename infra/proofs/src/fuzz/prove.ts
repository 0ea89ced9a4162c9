import type { Options } from '../options.js'
import type { Context, Result } from '../proof.js'
import { patient, withStack } from '../stack/stack.js'
import { fuzz } from './fuzz.js'

/** Fewer requests than these do not lead to every status. */
const enoughRequests = 1000
const statuses = [200, 201, 204, 400, 401, 403, 404, 409]

/** Each documented call is one test. */
export async function proveFuzz(options: Options, { log, signal }: Context): Promise<Result> {
  const { requests, seed } = options
  return withStack({ replicas: 1, managers: 1, settings: patient }, async (stack) => {
    const [management = '', delivery = ''] = [...stack.managers, ...stack.replicas].map(({ url }) =>
      url(),
    )
    log(`  ${requests} requests, seed ${seed}`)
    const result = await fuzz({ management, delivery, requests, seed, signal })
    log(`  ${result.sent} requests to ${result.calls} calls: ${JSON.stringify(result.statuses)}`)
    const again = `again: npm run proofs -- fuzz --requests ${requests} --seed ${seed}`
    const unseen = statuses.filter((status) => result.statuses[status] === undefined)
    return {
      passed: result.calls - result.findings.length,
      failures: [
        ...result.findings.map(({ call, problem, request }) =>
          [call, problem, request, again].join('\n'),
        ),
        ...(requests >= enoughRequests && unseen.length > 0
          ? [`no answer had the status ${unseen.join(', ')}`]
          : []),
      ],
    }
  })
}
