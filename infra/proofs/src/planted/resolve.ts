import type { ResolveHook } from 'node:module'

/** Node's own resolution, except that a module with planted bugs replaces @vitrine/coherence. */
export const resolve: ResolveHook = (specifier, context, nextResolve) => {
  const url = process.env.VITRINE_PLANTED_COHERENCE
  if (specifier !== '@vitrine/coherence' || url === undefined)
    return nextResolve(specifier, context)
  return { url, format: 'module', shortCircuit: true }
}
