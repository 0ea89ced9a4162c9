export { findProgram, hasApt, type SystemProgram, unpackDebianPackage } from './packages.js'
