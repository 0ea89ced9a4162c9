import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOnPath } from '@vitrine/local/debian'
import { findFreePort } from '@vitrine/local/programs'
import type { AddCleanup } from '../cleanup.js'
import { sentenceOf } from '../report/sentence.js'
import { type Peer, startPeer } from './peer.js'

export type RenditionFormat = 'webp' | 'jpeg' | 'avif'

export type Rendition = {
  /** Of the file, in the folder. */
  name: string
  width: number
  /** By the ratio if left out. */
  height?: number
  quality: number
  format: RenditionFormat
}

type ImageServer = {
  args: (port: number, folder: string) => string[]
  env: (port: number, folder: string) => Record<string, string>
  healthPath: string
  path: (rendition: Rendition) => string
}

/** Image servers that are compared if they are installed. Each reads the pictures from a folder. */
const imageServers: Record<string, ImageServer> = {
  imgproxy: {
    args: () => [],
    env: (port, folder) => ({
      IMGPROXY_BIND: `127.0.0.1:${port}`,
      IMGPROXY_LOCAL_FILESYSTEM_ROOT: folder,
      IMGPROXY_MAX_SRC_RESOLUTION: '100',
      IMGPROXY_LOG_LEVEL: 'error',
    }),
    healthPath: '/health',
    path: ({ name, width, height = 0, quality, format }) =>
      `/insecure/rs:${height === 0 ? 'fit' : 'fill'}:${width}:${height}/q:${quality}/plain/local:///${name}@${format}`,
  },
  thumbor: {
    args: (port, folder) => ['--ip=127.0.0.1', `--port=${port}`, `--conf=${folder}/thumbor.conf`],
    env: () => ({}),
    healthPath: '/healthcheck',
    path: ({ name, width, height = 0, quality, format }) =>
      `/unsafe/${width}x${height}/filters:format(${format}):quality(${quality})/${name}`,
  },
  oximg: {
    args: () => [],
    env: (port, folder) => ({
      PORT: `${port}`,
      // From 0.12 on; older ones listen on every address.
      OXIMG_BIND: '127.0.0.1',
      IMAGES_DIR: folder,
      OXIMG_OPTIONS_PREFIX: '/image',
    }),
    healthPath: '/health',
    path: ({ name, width, height, quality, format }) =>
      `/image/width=${width}${height === undefined ? '' : `,height=${height}`},quality=${quality},format=${format}/${name}`,
  },
}

/** thumbor reads its settings from a file. */
const thumborSettings = (folder: string): string => `
LOADER = 'thumbor.loaders.file_loader'
FILE_LOADER_ROOT_PATH = ${JSON.stringify(folder)}
STORAGE = 'thumbor.storages.no_storage'
RESULT_STORAGE = None
ALLOW_UNSAFE_URL = True
RESPECT_ORIENTATION = True
`

export type RunningImageServer = Peer & { pathOf: ImageServer['path'] }

type ImageServers = {
  running: Readonly<Record<string, RunningImageServer>>
  /** Why each of the others is left out. */
  missing: Readonly<Record<string, string>>
}

type Options = {
  /** With the pictures; the servers' logs and settings are written to it. */
  folder: string
  /** The folders in which the programs are looked up, as in PATH. */
  path: string | undefined
  addCleanup: AddCleanup
}

/** Starts all that are installed. One that does not start is left out, as one that is not installed. */
export async function startImageServers({
  folder,
  path,
  addCleanup,
}: Options): Promise<ImageServers> {
  await writeFile(join(folder, 'thumbor.conf'), thumborSettings(folder))
  const running: Record<string, RunningImageServer> = {}
  const missing: Record<string, string> = {}
  for (const [name, server] of Object.entries(imageServers)) {
    const command = findOnPath(name, path)
    if (command === null) {
      missing[name] = 'it is not on PATH'
      continue
    }
    try {
      const peer = await start(name, command, server, folder)
      addCleanup(peer.stop)
      running[name] = { ...peer, pathOf: server.path }
    } catch (error) {
      missing[name] = `it did not start: ${sentenceOf(error)}`
    }
  }
  return { running, missing }
}

async function start(name: string, command: string, server: ImageServer, folder: string) {
  const port = await findFreePort()
  const { PATH, HOME, LD_LIBRARY_PATH } = process.env
  const args = server.args(port, folder)
  const env = { PATH, HOME, LD_LIBRARY_PATH, ...server.env(port, folder) }
  const { healthPath } = server
  return startPeer({ port, folder, healthPath, program: { name, command, args, env } })
}
