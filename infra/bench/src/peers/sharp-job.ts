/** Renditions of a file, or decoding it whole so many times. */
export type SharpJob =
  | {
      file: string
      sizes: readonly { width: number; height: number }[]
      format: 'webp' | 'avif'
      quality: number
    }
  | { file: string; times: number }

/** Of one operation: CPU time of the whole process, and wall-clock time; ms. */
export type SharpCost = { cpuMs: number; ms: number }
