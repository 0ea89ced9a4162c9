export type Progress = {
  line: (text: string) => void
  /**
   * Shows the label while the work is running, every five seconds a dot or what `describe` returns, and the
   * elapsed seconds at the end.
   */
  step: <T>(label: string, work: () => Promise<T>, describe?: () => string | null) => Promise<T>
}

export function createProgress(
  write: (text: string) => void,
  every?: (milliseconds: number, call: () => void) => () => void,
): Progress
