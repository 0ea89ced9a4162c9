import { orThrow, type Vitrine } from '@vitrine/sdk'
import { CommandError, exitCodes, reportOf } from '../failure.js'
import { type Progress, startProgress } from '../output/progress.js'
import type { Context } from '../session/context.js'
import { stateFolder } from '../session/folders.js'
import { type Decision, decide, type HashedFile, lookUp } from './decide.js'
import type { Fields } from './fields.js'
import { hashesOf } from './hash.js'
import type { PlannedFile } from './plan.js'
import { problemOf, sizeProblemOf } from './problem.js'
import { type Sending, sendAll } from './send.js'
import { UploadLog } from './upload-log.js'

type UploadRequest = {
  projectId: string
  files: readonly PlannedFile[]
  fields: Fields
  isDeduped: boolean
  isDryRun: boolean
  signal: AbortSignal
  onFile: (file: FileResult) => Promise<void>
}

type FileResult = { path: string; folder: string; sha256: string } & (
  | { state: 'new' }
  | { state: 'known' | 'stored'; assetId: string }
  | { state: 'double'; of: string }
  | { state: 'failed'; message: string }
)

export type Outcome = {
  /** By the paths of files that were sent or known. */
  assetIds: Map<string, string>
  sent: number
  known: number
  failed: number
}

/**
 * Uploads what the project does not have from here yet.
 *
 * @throws CommandError if it was interrupted; VitrineError for what concerns all files.
 */
export async function runUpload(context: Context, request: UploadRequest): Promise<Outcome> {
  const vitrine = await context.vitrine()
  const folder = stateFolder(context.terminal.env)
  const uploadLog = await UploadLog.open(folder, vitrine.baseUrl, request.projectId)
  try {
    const progress = startProgress(context, request.files.length, 'Reading')
    const files = await hashed(folder, request, progress)
    const hashes = files.map(({ sha256 }) => sha256)
    const found = await lookUp(vitrine, request.projectId, hashes)
    const decisions = decide(files, found, uploadLog, request.isDeduped)
    return await carryOut(context, request, { vitrine, uploadLog, decisions })
  } finally {
    await uploadLog.close()
  }
}

async function hashed(
  folder: string,
  { files, fields, signal }: UploadRequest,
  progress: Progress,
): Promise<HashedFile[]> {
  const hashes = await hashesOf(folder, files, () => progress.advance(), signal)
  progress.stop(`${files.length} files`)
  return files.map((file, at) => ({
    ...file,
    sha256: hashes[at] ?? '',
    identity: UploadLog.identityOf(file, fields),
  }))
}

type Work = { vitrine: Vitrine; uploadLog: UploadLog; decisions: readonly Decision[] }

async function carryOut(
  context: Context,
  request: UploadRequest,
  { vitrine, uploadLog, decisions }: Work,
): Promise<Outcome> {
  const { projectId, fields, isDryRun, signal, onFile } = request
  const outcome: Outcome = { assetIds: new Map(), sent: 0, known: 0, failed: 0 }
  const waiting: HashedFile[] = []
  const { uploadLimits } = await orThrow(vitrine.GET('/api/auth/me', { signal }))
  for (const { file, ...decision } of decisions) {
    if (decision.state === 'new') {
      const message = await (isDryRun ? problemOf : sizeProblemOf)(file, uploadLimits)
      if (message !== null) {
        outcome.failed += 1
        context.output.error(`${file.shown}: ${message}`)
        await onFile({ ...shown(file), state: 'failed', message })
        continue
      }
      waiting.push(file)
    } else outcome.known += 1
    if (decision.state === 'known') {
      outcome.assetIds.set(file.path, decision.assetId)
      if (!isDryRun) await uploadLog.complete(file.identity, decision.assetId)
    }
    if (decision.state !== 'new' || isDryRun) await onFile({ ...shown(file), ...decision })
  }
  if (isDryRun) return outcome
  const folderIds = await createFolders(vitrine, projectId, waiting)
  const sending = { vitrine, projectId, uploadLog, fields, folderIds, signal }
  await sendWaiting(context, { sending, waiting, outcome, onFile })
  return outcome
}

type Waiting = {
  sending: Sending
  waiting: readonly HashedFile[]
  outcome: Outcome
  onFile: UploadRequest['onFile']
}

async function sendWaiting(
  context: Context,
  { sending, waiting, outcome, onFile }: Waiting,
): Promise<void> {
  const progress = startProgress(context, waiting.length, 'Sending')
  try {
    await sendAll(sending, waiting, async (result) => {
      const file = shown(result.file)
      if ('error' in result) {
        outcome.failed += 1
        const { message } = reportOf(result.error)
        progress.hide()
        context.output.error(`${result.file.shown}: ${message}`)
        progress.advance()
        return onFile({ ...file, state: 'failed', message })
      }
      progress.advance()
      outcome.sent += 1
      outcome.assetIds.set(file.path, result.assetId)
      return onFile({ ...file, state: 'stored', assetId: result.assetId })
    })
  } catch (error) {
    if (!sending.signal.aborted) throw error
    const message = `Interrupted after ${outcome.sent} of ${waiting.length}. Run it again to send the others.`
    throw new CommandError(message, exitCodes.interrupted)
  } finally {
    progress.stop(`${outcome.sent} sent`)
  }
}

const shown = ({ path, folder, sha256 }: HashedFile) => ({ path, folder, sha256 })

/** Ids of the folders that files go into; those that are missing are created. */
async function createFolders(
  vitrine: Vitrine,
  projectId: string,
  files: readonly PlannedFile[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const path of new Set(files.map(({ folder }) => folder))) {
    if (path === '') continue
    const params = { path: { projectId } }
    const call = vitrine.POST('/api/projects/{projectId}/folders', { params, body: { path } })
    ids.set(path, (await orThrow(call)).id)
  }
  return ids
}
