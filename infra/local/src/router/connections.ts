import { Agent, type ClientRequestArgs } from 'node:http'
import { Socket, type TcpNetConnectOpts } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * A socket that stays readable after a failed write. A service may respond and close before it has
 * read the whole body; Node would discard that response because the next write fails. If the
 * connection is really lost, the next read fails.
 */
class ServiceConnection extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, written: Written): void {
    super._write(chunk, encoding, () => written())
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], written: Written): void {
    super._writev?.(chunks, () => written())
  }
}

export class ServiceAgent extends Agent {
  override createConnection(options: ClientRequestArgs): Socket {
    return new ServiceConnection().connect(options as TcpNetConnectOpts)
  }
}
