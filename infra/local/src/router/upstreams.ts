import type { ServiceName } from '../services.js'

/** A process behind the router; `name` such as `delivery-2`, `url` such as `http://127.0.0.1:4001`. */
export type Upstream = { name: string; url: string }

export type Upstreams = Readonly<Record<ServiceName, readonly Upstream[]>>
