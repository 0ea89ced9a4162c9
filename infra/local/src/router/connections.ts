import { Agent, type ClientRequestArgs } from 'node:http'
import { Socket, type TcpNetConnectOpts } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * Stays open for reading when it cannot write any more. A service may answer before it has the whole
 * body, and close: Node would drop that answer because the next write fails. A connection that is
 * really lost fails the next read.
 */
class ServiceConnection extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, written: Written): void {
    super._write(chunk, encoding, () => written())
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], written: Written): void {
    super._writev?.(chunks, () => written())
  }
}

/** Opens the connections to the services. */
export class ServiceAgent extends Agent {
  override createConnection(options: ClientRequestArgs): Socket {
    return new ServiceConnection().connect(options as TcpNetConnectOpts)
  }
}
