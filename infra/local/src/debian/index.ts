export { findOnPath } from '../backends/installed.js'
export { findProgram, hasApt, type SystemProgram, unpackDebianPackage } from './packages.js'
