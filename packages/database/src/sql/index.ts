export { ChangeFeed, type ChangeFeedOptions } from '../change-feed/feed.js'
export { createSql, type Sql, type SqlOptions } from './sql.js'
