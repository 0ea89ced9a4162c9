export { type Finding, type FuzzOptions, type FuzzResult, fuzz } from './fuzz.js'
