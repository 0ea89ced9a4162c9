/** The streams that the command line reads and writes. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
}

/** Whether a person can be asked. */
export const isInteractive = ({ stdin, stderr }: Terminal): boolean =>
  stdin.isTTY === true && stderr.isTTY === true
