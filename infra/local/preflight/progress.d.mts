export type Progress = {
  line: (text: string) => void
  /**
   * Shows the label while the work is under way, with a sign of life every ten seconds, and the
   * seconds it took when it is done.
   */
  step: <T>(label: string, work: () => Promise<T>) => Promise<T>
}

export function createProgress(
  write: (text: string) => void,
  every?: (milliseconds: number, call: () => void) => () => void,
): Progress
