import { findOnPath } from '@vitrine/local/debian'
import { findFreePort } from '@vitrine/local/programs'
import type { SourceName } from '../pictures/sources.js'
import { type Peer, startPeer } from './peer.js'

type Rendition = { name: SourceName; width: number; height: number; quality: number }

type ImageServer = {
  args: (port: number, folder: string) => string[]
  env: (port: number, folder: string) => Record<string, string>
  healthPath: string
  /** The path of a WebP. */
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
    path: ({ name, width, height, quality }) =>
      `/insecure/rs:fill:${width}:${height}/q:${quality}/plain/local:///${name}@webp`,
  },
  thumbor: {
    args: (port, folder) => ['--ip=127.0.0.1', `--port=${port}`, `--conf=${folder}/thumbor.conf`],
    env: () => ({}),
    healthPath: '/healthcheck',
    path: ({ name, width, height, quality }) =>
      `/unsafe/${width}x${height}/filters:format(webp):quality(${quality})/${name}`,
  },
  oximg: {
    args: () => [],
    env: (port, folder) => ({
      PORT: `${port}`,
      // From 0.12 on; older ones listen on every address.
      OXIMG_BIND: '127.0.0.1',
      IMAGES_DIR: folder,
      OXIMG_WEBP_QUALITY: '80',
    }),
    healthPath: '/health',
    path: ({ name, width, height }) => `/resize/${width}/${height}/${name}@webp`,
  },
}

export const imageServerNames = Object.keys(imageServers)

/** thumbor reads its settings from a file. */
export const thumborSettings = (folder: string): string => `
LOADER = 'thumbor.loaders.file_loader'
FILE_LOADER_ROOT_PATH = ${JSON.stringify(folder)}
STORAGE = 'thumbor.storages.no_storage'
RESULT_STORAGE = None
ALLOW_UNSAFE_URL = True
`

export type RunningImageServer = Peer & { pathOf: ImageServer['path'] }

/** @returns null if PATH does not have it. @throws its last lines if it does not start. */
export async function startImageServer(
  name: string,
  folder: string,
): Promise<RunningImageServer | null> {
  const server = imageServers[name]
  const command = findOnPath(name, process.env.PATH)
  if (server === undefined || command === null) return null
  const port = await findFreePort()
  const { PATH, HOME, LD_LIBRARY_PATH } = process.env
  const peer = await startPeer({
    port,
    folder,
    healthPath: server.healthPath,
    program: {
      name,
      command,
      args: server.args(port, folder),
      env: { PATH, HOME, LD_LIBRARY_PATH, ...server.env(port, folder) },
    },
  })
  return { ...peer, pathOf: server.path }
}
