import type { StoreCheckOptions } from '../options.js'
import type { Picture } from '../pictures.js'
import type { Column } from '../report/report.js'
import type { Stack } from '../stack/stack.js'
import type { Project, Tenant } from '../stack/tenant.js'
import type { Store } from '../stores/store.js'
import type { Witness } from '../witness.js'

export type Uploaded = { id: string; project: Project; picture: Picture }

export type Context = {
  options: StoreCheckOptions
  store: Store
  stack: Stack
  witness: Witness
  tenant: Tenant
}

export type Check = {
  name: string
  /** The properties of the store, or of the link to it, that the check requires. */
  needs: 'nothing' | 'a proxy' | 'a store of its own'
  run: (context: Context, column: Column) => Promise<void>
}
