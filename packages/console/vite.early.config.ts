import { defaultClientConditions, defineConfig } from 'vite'
import { early } from './build/files.mjs'

/** The early script: one file that is no module, beside the build of the pages. */
export default defineConfig({
  base: '/console/',
  // Workspace packages are bundled from their sources.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    manifest: 'early-manifest.json',
    rolldownOptions: {
      input: early,
      output: { format: 'iife', entryFileNames: 'assets/[name]-[hash:8].js' },
    },
  },
})
