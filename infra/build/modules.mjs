#!/usr/bin/env node
/* Compiles the modules of the package in the working directory; with `--all`, those of every package that runs in Node. */
import { fileURLToPath } from 'node:url'
import { compileModules, packagesForNode } from './output.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
await compileModules(process.argv.includes('--all') ? packagesForNode(root) : ['.'])
