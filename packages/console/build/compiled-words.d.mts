import type { Plugin } from 'vite'

export function wordsIn(source: string): string[]
export function allWords(folder?: string): string[]
export function compiledWords(folder?: string): Plugin
