import { run } from './command-line.js'

// Connections to stores are kept open.
process.exit(await run(process.argv.slice(2), process))
