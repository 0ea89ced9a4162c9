/* Pages say `no` or `nb`. */
export { labels } from './nb.js'
