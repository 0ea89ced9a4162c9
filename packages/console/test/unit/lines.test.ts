import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import t from '@vitrine/testing/t'

const linesIn = (folder: string): number[] => {
  const root = new URL(`../../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => ['.ts', '.tsx'].includes(extname(name)))
    .map((name) => readFileSync(new URL(name, root), 'utf8').split('\n').length - 1)
    .sort((one, other) => one - other)
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(part * (sorted.length - 1))] ?? 0
const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

t.test('files stay short, and have their tests', async (t) => {
  const [sources, tests] = [linesIn('src'), linesIn('test')]
  const figures = { median: at(sources, 0.5), p90: at(sources, 0.9), longest: at(sources, 1) }
  t.comment(`${sources.length} files`, figures, `${(sum(tests) / sum(sources)).toFixed(2)} tests`)
  t.ok(figures.median <= 80, `half of the files have at most ${figures.median} lines`)
  t.ok(figures.p90 <= 150, `nine of ten have at most ${figures.p90} lines`)
  t.ok(figures.longest <= 250, `the longest has ${figures.longest} lines`)
})
