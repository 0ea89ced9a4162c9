export type StoreSettings = {
  /** `http://host:port` */
  S3_ENDPOINT: string
  S3_REGION: string
  S3_ACCESS_KEY: string
  S3_SECRET_KEY: string
  S3_BUCKET: string
}

type StoreControl = {
  /** SIGKILL; resolves when the process has ended. */
  kill: () => Promise<void>
  /** After `kill`, on the same port and data. Resolves when it answers. */
  start: () => Promise<void>
}

/** A store whose bucket exists. */
export type Store = AsyncDisposable & {
  name: string
  settings: StoreSettings
  /** null for a store of the environment, which is never killed. */
  control: StoreControl | null
}

/** Starts a store with its data and log below the folder, or connects to the given one. */
export type OpenStore = (folder: string) => Promise<Store>
