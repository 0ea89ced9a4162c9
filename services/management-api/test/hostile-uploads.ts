import { hasApt, unpackDebianPackage } from '@vitrine/local/debian'
import { noRateLimits, startService } from '@vitrine/local/services'
import {
  backendSettings,
  databaseUrlOf,
  freshEmail,
  freshName,
  multipartBody,
  watchTree,
} from '@vitrine/testing'
import type { HostileFile } from '@vitrine/testing/hostile'
import type { Test } from 'tap'
import { openDatabase } from './dependencies.js'
import { filesBelow } from './files-below.js'
import { ownDatabase } from './own-database.js'
import { recordStore } from './recording-store.js'

const refusals = ['UNSUPPORTED_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_TOO_COSTLY']

type Answer = { status: number; body: Record<string, unknown> }

/** The built service in its own process, with a project to upload to over HTTP. */
export async function startHostileUploads(t: Test) {
  const store = await recordStore(t)
  const folder = t.testdir({})
  // In a database of its own, or jobs of other suites would use its files and processes.
  const databaseUrl = await ownDatabase(t)
  const env = {
    ...backendSettings(),
    DATABASE_URL: databaseUrl,
    MANAGEMENT_DATABASE_URL: databaseUrlOf('management-api', databaseUrl),
    ...noRateLimits,
    S3_ENDPOINT: store.endpoint,
    PUBLIC_URL: 'http://127.0.0.1',
    JWT_SECRET: 'the-same-secret-on-every-instance-of-it',
    BCRYPT_COST: '10',
    REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    UPLOAD_DIR: folder,
  }
  const service = await startService({ name: 'management-api', env, log: () => undefined })
  t.teardown(() => service.stop())
  const tree = watchTree(t, service.pid)

  let token = ''
  const call = async (
    path: string,
    body?: string | Buffer<ArrayBuffer>,
    type = 'application/json',
  ) => {
    const response = await fetch(`${service.url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    return { status: response.status, body: await response.json() } as Answer
  }
  const post = (path: string, body: object) => call(path, JSON.stringify(body))

  const account = { email: freshEmail(), password: 'correct horse battery', name: 'Mallory' }
  const { body } = await post('/api/auth/register', {
    ...account,
    organizationName: freshName('org'),
  })
  token = String(body.accessToken)
  const projects = `/api/organizations/${body.organizationId}/projects`
  const project = (await post(projects, { name: 'Project' })).body
  const accepted: string[] = []

  return {
    pid: service.pid,
    databaseUrl,
    projectId: String(project.id),
    /** Ids of the accepted assets. */
    accepted,
    /** The service's writes to the store, as `PUT /bucket/key`. */
    written: store.written,
    /** The most memory of the service with its image processes so far. */
    peakBytes: tree.peakBytes,
    /** Upload files that are left on disk. */
    leftovers: () => filesBelow(folder),
    isHealthy: async (): Promise<boolean> => (await fetch(`${service.url}/healthz`)).ok,

    upload: async (file: HostileFile): Promise<Answer> => {
      const part = { name: 'file', filename: 'photo.jpg', content: file.bytes }
      const { body, contentType } = multipartBody([part])
      const answer = await call(`/api/projects/${project.id}/assets`, body, contentType)
      if (answer.status === 201) accepted.push(String(answer.body.id))
      return answer
    },
  }
}

export type HostileUploads = Awaited<ReturnType<typeof startHostileUploads>>

/** Uploads the file and asserts that the answer is one of those expected for an image. */
export async function checkUpload(t: Test, uploads: HostileUploads, file: HostileFile) {
  const [{ status, body }, isHealthy] = await Promise.all([
    uploads.upload(file),
    uploads.isHealthy(),
  ])
  const outcome = status === 201 ? 'a picture' : `${status} ${body.code}`
  t.ok(expectedOutcomes(file).includes(outcome) && isHealthy, `${file.name}: ${outcome}`)
}

function expectedOutcomes({ bytes, code }: HostileFile): string[] {
  if (bytes.length === 0) return ['400 INVALID_UPLOAD']
  return code ? [`400 ${code}`] : ['a picture', ...refusals.map((refusal) => `400 ${refusal}`)]
}

/** Asserts that there are rows and objects of the accepted files alone, and no files on disk. */
export async function leavesNothingBehind(t: Test, uploads: HostileUploads): Promise<void> {
  const rows = await openDatabase(t, uploads.databaseUrl).asset.findMany({
    where: { projectId: uploads.projectId },
    select: { id: true },
  })
  t.strictSame(rows.map(({ id }) => id).sort(), uploads.accepted.toSorted(), 'no row')
  const ofProject = uploads.written.filter((line) => line.includes(uploads.projectId))
  const ofOthers = ofProject.filter((line) => !uploads.accepted.some((id) => line.includes(id)))
  t.not(ofProject.length, 0)
  t.strictSame(ofOthers, [], 'no object')
  t.strictSame(await uploads.leftovers(), [], 'no file')
}

/** Corpora from the system's packages. Logs a message if they are not installed. */
export async function unpackPackage(t: Test, name: string): Promise<string | null> {
  if (hasApt()) return unpackDebianPackage(name, (line) => t.comment(line))
  t.comment(`runs without the files of ${name}: there is no apt`)
  return null
}
