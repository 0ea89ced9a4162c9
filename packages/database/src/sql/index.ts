export { type ChangeFeed, type ChangeFeedOptions, createChangeFeed } from '../change-feed/feed.js'
export { createSql, type Sql, type SqlOptions } from './sql.js'
