/**
 * Which renditions of a project's images anyone may request. The originals and the renditions of the embed
 * are always among them. `listed`: the project's presets as well. `signed`: those with a signature as well.
 */
export const transformationRules = ['any', 'listed', 'signed'] as const

export type TransformationRule = (typeof transformationRules)[number]
