export { type Finding, fuzz } from './fuzz.js'
