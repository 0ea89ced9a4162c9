/* Used for `no` and `nb`. */
export { labels } from './nb.js'
