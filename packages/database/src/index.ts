export { appendChange, changesSince } from './change-log.js'
export { createDatabase, type Database, type Queryable, type Transaction } from './client.js'
export { Prisma } from './generated/client.js'
export type { ApiKeyPermissions, Layout, Role, WidgetStatus } from './generated/enums.js'
