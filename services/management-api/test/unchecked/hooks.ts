import type { ResolveHook } from 'node:module'

/** Replaces modules of the service by the ones beside this file. */
const replaced = ['repository.js', 'token-limits.js']

/** Hooks of a module loader. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context)
  const name = replaced.find((file) => resolved.url.endsWith(`/dist/changes/rights/${file}`))
  if (name === undefined) return resolved
  const unchecked = new URL(name, import.meta.url).href
  return context.parentURL === unchecked ? resolved : { ...resolved, url: unchecked }
}
