import { Redis } from 'ioredis'

export type ConnectionOptions = {
  /** redis://[:password@]host:port */
  url: string
  /** Longest time that one command may take, ms. */
  commandTimeoutMs: number
  onUp: () => void
  onDown: (error?: Error) => void
}

const heartbeatMs = 1000
/** A connection may be silent for this time, or for as long as a command may take if that is longer. */
const shortestSilenceMs = 500

/** A connection that reconnects by itself. While it is down, commands fail at once. */
export function connect({ url, commandTimeoutMs, onUp, onDown }: ConnectionOptions): Redis {
  const redis = new Redis(url, {
    connectTimeout: 1000,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  })
  redis.on('ready', onUp)
  redis.on('error', onDown)
  redis.on('close', () => onDown())
  keepAlive(redis, Math.max(shortestSilenceMs, commandTimeoutMs))
  return redis
}

/**
 * Ends a connection that has become silent. If it was dropped without a FIN (dead host, firewall timeout),
 * TCP notices only after minutes, and for a subscriber after hours.
 */
function keepAlive(redis: Redis, silenceMs: number): void {
  let beats: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(beats)
    clearTimeout(silence)
    silence = undefined
  }
  const watch = () => {
    const { stream } = redis
    const heard = stream.bytesRead
    const judge = () => {
      if (stream.bytesRead === heard) stream.destroy(new Error(`no answer in ${silenceMs} ms`))
    }
    silence = setTimeout(() => {
      silence = undefined
      // After a pause of this process, pending data is read before an immediate runs.
      setImmediate(judge)
    }, silenceMs)
  }
  const beat = () => {
    // A failed ping shows up as silence, and a slow one is no reason to disconnect.
    redis.ping().catch(() => undefined)
    if (silence === undefined) watch()
  }
  redis.on('close', stop)
  redis.on('ready', () => {
    stop()
    beats = setInterval(beat, heartbeatMs)
  })
}
