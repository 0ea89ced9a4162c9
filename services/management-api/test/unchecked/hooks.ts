import type { ResolveHook } from 'node:module'

/** Of a module loader: the service gets the repository beside this file in the place of its own. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context)
  const unchecked = new URL('authority-repository.js', import.meta.url).href
  const isOwn = resolved.url.endsWith('/dist/plugins/authority-repository.js')
  return isOwn && context.parentURL !== unchecked ? { ...resolved, url: unchecked } : resolved
}
