/** Rendering sizes of a picture from its smallest copy, step by step. */
export type ItemizeJob = { file: string; sizes: readonly { width: number; height: number }[] }

/** CPU time per rendition, ms. */
export type StepCosts = Record<'header' | 'decode' | 'resize' | 'webp' | 'avif', number>
