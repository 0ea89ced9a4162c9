import type {
  components as DeliveryComponents,
  paths as DeliveryPaths,
} from './generated/delivery.js'
import type { components, paths as ManagementPaths } from './generated/management.js'

/** The calls of both APIs, which have one public address. */
export type Paths = ManagementPaths & Omit<DeliveryPaths, keyof ManagementPaths>

/** The named schemas of both APIs: `Schemas['Asset']`. */
export type Schemas = components['schemas'] &
  Omit<DeliveryComponents['schemas'], keyof components['schemas']>

/** The reason of a failure, for programs. */
export type ErrorCode = Schemas['Error']['code']

export type ApiKey = Schemas['ApiKey']
export type Asset = Schemas['Asset']
export type Folder = Schemas['Folder']
/** An object literal `satisfies NewWidget` keeps its layout, with which `config` is compared. */
export type NewWidget = Schemas['NewWidget']
export type Project = Schemas['Project']
export type PublishedWidget = Schemas['PublishedWidget']
export type Widget = Schemas['Widget']
export type WidgetUpdate = Schemas['WidgetUpdate']
