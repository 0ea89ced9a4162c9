export { findOnPath, readVersion } from './backends/installed.js'
export { findFreePort } from './ports.js'
export { describeExit, describeOutput, untilReady } from './process/outcome.js'
export { type Program, type RunningProgram, startProgram } from './process/program.js'
