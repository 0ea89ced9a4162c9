/** Rendering renditions of a file, or decoding it several times. */
export type SharpJob =
  | {
      file: string
      sizes: readonly { width: number; height: number }[]
      format: 'webp' | 'avif'
      quality: number
    }
  | { file: string; times: number }

/** Per operation: CPU time of the whole process and wall-clock time; ms. */
export type SharpCost = { cpuMs: number; ms: number }
