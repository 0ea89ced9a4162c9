import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { groups } from './build/chunks.mjs'
import { compileHints } from './build/compile-hints.mjs'
import { compiledWords } from './build/compiled-words.mjs'
import { compiledSettings } from './build/widget-settings.mjs'

/** Where `vite dev` finds the services: the router of `npm start`. */
const stack = process.env.VITRINE_URL ?? 'http://localhost:8080'

export default defineConfig({
  base: '/console/',
  // Workspace packages are bundled from their sources.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // The kit's own words, in 30 languages otherwise. The console speaks English so far.
  plugins: [
    react(),
    compiledWords(),
    compiledSettings(),
    optimizeLocales.vite({ locales: ['en-US'] }),
    compileHints(),
  ],
  css: { modules: { generateScopedName: '[local]-[hash:base64:5]' } },
  build: {
    target: 'es2022',
    // The policy of the page has no place for data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:8].js',
        chunkFileNames: 'assets/[name]-[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
        codeSplitting: { groups: groups() },
      },
    },
  },
  server: { proxy: { '/api': stack, '/embed': stack } },
})
