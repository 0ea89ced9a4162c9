export type Progress = {
  line: (text: string) => void
  /**
   * Shows the label while the work is running, a dot every ten seconds, and the elapsed seconds at
   * the end.
   */
  step: <T>(label: string, work: () => Promise<T>) => Promise<T>
}

export function createProgress(
  write: (text: string) => void,
  every?: (milliseconds: number, call: () => void) => () => void,
): Progress
