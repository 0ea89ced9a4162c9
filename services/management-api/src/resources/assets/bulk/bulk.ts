import { AppError, validationFailed } from '@vitrine/contracts/errors'
import type { ScopedDatabase } from '@vitrine/database'
import type { ProjectTenant } from '../../../changes/author.js'
import type { Changes } from '../../../changes/changes.js'
import type { JobRunner } from '../../../queue/runner.js'
import { watermarkInUse } from '../deletion.js'
import { assetListRepository } from '../list-repository.js'
import { requireFolders } from '../rules.js'
import { maxTags } from '../schemas.js'
import { applyToAssets, foldersOf, type Obstacles } from './apply.js'
import { bulkJob } from './job.js'
import { bulkJobRepository, type Failure, type ProjectAuthor } from './job-repository.js'
import { bulkProblems } from './problems.js'
import type { AcceptedJob, BulkChange, BulkResult, Job } from './schemas.js'

type Deps = {
  database: ScopedDatabase
  changes: Changes
  jobs: Pick<JobRunner, 'runNow' | 'wakeBulk'>
}
type ByFilter = BulkChange & { filter: NonNullable<BulkChange['filter']> }

/** Jobs of one project that may be under way at a time. */
const maxRunningJobs = 10

const maxJobAssets = 100_000

const messages = {
  not_found: 'There is no such asset.',
  too_many_tags: `An asset may have ${maxTags} tags at most.`,
  decorative_with_text: 'A decorative asset has no alternative text.',
  in_use: watermarkInUse,
}

/** Changes of many assets: of 500 named ones at once, of those that a filter matches in a job. */
export class Bulk {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Changes the named assets in one transaction, with a result for each id. An id that is given twice has
   * two results. When this resolves, no delivery instance serves the old state.
   *
   * @throws AppError VALIDATION_FAILED, UNKNOWN_FOLDER
   */
  async change(tenant: ProjectTenant, input: BulkChange): Promise<BulkResult> {
    requireFields(input)
    const { changes, jobs } = this.#deps
    const ids = input.assetIds ?? (input.assets ?? []).map(({ id }) => id)
    let removal: string | null = null
    const answer = await changes.write(tenant, async (tx, change) => {
      const assetIds = [...new Set(ids)]
      const applied = await applyToAssets(tx, change, tenant.projectId, assetIds, input)
      removal = applied.removal
      return { results: ids.map((assetId) => resultOf(assetId, applied.obstacles)) }
    })
    // Not awaited: the store may take long to remove hundreds of assets.
    if (removal !== null) void jobs.runNow(removal)
    return answer
  }

  /**
   * Schedules the change of the assets that match now, without the exceptions.
   *
   * @throws AppError VALIDATION_FAILED, UNKNOWN_FOLDER, COUNT_DIFFERS if the filter matches another number of assets,
   *   TOO_MANY_JOBS
   */
  async accept(tenant: ProjectTenant, input: ByFilter): Promise<AcceptedJob> {
    requireFields(input)
    const { filter, exceptIds = [], expectedCount, ...effect } = input
    const accepted = await this.#deps.changes.write(tenant, async (tx) => {
      const jobs = bulkJobRepository(tx)
      await jobs.lockProject(tenant.projectId)
      if ((await jobs.countRunning(tenant.projectId)) >= maxRunningJobs) throw tooManyJobs()
      await requireFolders(tx, tenant.projectId, foldersOf(effect))
      const assets = assetListRepository(tx)
      requireCount(await assets.count(tenant.projectId, filter, exceptIds), expectedCount)
      const assetIds = await assets.findIds(tenant.projectId, filter, exceptIds, maxJobAssets)
      // Again: assets may have come and gone between the two queries.
      requireCount(assetIds.length, expectedCount)
      const id = await jobs.create(storedAuthor(tenant), effect, assetIds)
      await bulkJob.schedule(tx, id)
      return { jobId: id }
    })
    this.#deps.jobs.wakeBulk()
    return accepted
  }

  /** The progress of a job. @throws AppError JOB_NOT_FOUND */
  async getJob(tenant: ProjectTenant, jobId: string): Promise<Job> {
    const jobs = bulkJobRepository(this.#deps.database.forProject(tenant))
    const job = await jobs.find(tenant.projectId, jobId)
    if (job === null) throw new AppError('JOB_NOT_FOUND', 'There is no such job.')
    const { change, failed, ...row } = job
    const { action } = change as { action: string }
    return { ...row, action, failed: failed as Failure[] }
  }
}

function resultOf(assetId: string, obstacles: Obstacles): BulkResult['results'][number] {
  const obstacle = obstacles.get(assetId)
  if (obstacle === undefined) return { assetId, status: 'ok' }
  return { assetId, status: obstacle, message: messages[obstacle] }
}

/** The author, without what belongs to this call alone. */
function storedAuthor({ claim, ifMatch, onAcknowledged, role, rights, ...author }: ProjectTenant) {
  const { sub, sid, personalToken } = rights.token
  const token = { sub, ...(sid && { sid }), ...(personalToken && { personalToken }) }
  return { ...author, rights: { token, role: rights.role } } satisfies ProjectAuthor
}

function requireCount(total: number, expected: number | undefined): void {
  if (expected !== undefined && total !== expected) {
    throw new AppError(
      'COUNT_DIFFERS',
      `The filter matches ${total} assets, and expectedCount is ${expected}. Nothing was changed.`,
    )
  }
  if (total <= maxJobAssets) return
  const message = `matches ${total} assets; one call may change ${maxJobAssets}: limit it further, for example by createdTo`
  throw validationFailed([{ field: 'filter', message }])
}

const tooManyJobs = () =>
  new AppError(
    'TOO_MANY_JOBS',
    `The project has ${maxRunningJobs} jobs under way. Call again when one of them has ended.`,
  )

/** @throws AppError VALIDATION_FAILED if a field is missing, or belongs to another action. */
function requireFields(input: BulkChange): void {
  const problems = bulkProblems(input)
  if (problems.length > 0) throw validationFailed(problems)
}
