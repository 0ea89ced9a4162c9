import type { GoProgram } from '../go.js'

/** A store that is built from a pinned Go module, and how it is started. */
export type StoreProgram = GoProgram & {
  args: (options: { port: number; dataFolder: string }) => readonly string[]
  env: (keys: { accessKey: string; secretKey: string }) => Readonly<Record<string, string>>
}

/** With their default settings. For both, a bucket is a folder in the data folder. */
export const catalogue: readonly StoreProgram[] = [
  {
    name: 'versitygw',
    module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
    binary: 'versitygw',
    args: ({ port, dataFolder }) => [
      '--keep-alive',
      '--port',
      `127.0.0.1:${port}`,
      'posix',
      dataFolder,
    ],
    env: ({ accessKey, secretKey }) => ({
      ROOT_ACCESS_KEY: accessKey,
      ROOT_SECRET_KEY: secretKey,
    }),
  },
  {
    name: 'minio',
    // Releases are not in the module index; this is the last commit of the archived repository.
    module: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c',
    binary: 'minio',
    args: ({ port, dataFolder }) => [
      'server',
      `--address=127.0.0.1:${port}`,
      '--console-address=127.0.0.1:0',
      dataFolder,
    ],
    env: ({ accessKey, secretKey }) => ({
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_UPDATE: 'off',
    }),
  },
]
