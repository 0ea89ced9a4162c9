/** What each router has to agree on, for one answers what another sends on. */
export const routerOptions = { maxParamLength: 256 }
