import t from '@vitrine/testing/t'
import { findDocumentProblems } from '../../src/documents.js'

const text = (...lines: string[]) => lines.join('\n')

t.test('existing links and paths are accepted', async (t) => {
  const root = t.testdir({
    'README.md': text(
      '# Title',
      '## Database roles, and *more*',
      '[a](packages/a/README.md#first-steps) [b](#database-roles-and-more) [c](https://example.com/x)',
      '`packages/a/src/main.ts` `src/app.ts` `npm start`',
      '```',
      '[in code](nowhere.md) `packages/nowhere`',
      '```',
    ),
    packages: { a: { 'README.md': '# First steps\n`src/main.ts`\n', src: { 'main.ts': '' } } },
  })
  t.strictSame(await findDocumentProblems(root), [])
  t.strictSame(await findDocumentProblems(`${root}/`), [], 'the root may end with a slash')
})

t.test('each broken link and path is reported with its line', async (t) => {
  const root = t.testdir({
    'README.md': text('[a](gone.md)', '[b](packages/a/README.md#gone)', '`packages/a/src/gone.ts`'),
    packages: { a: { 'README.md': text('# A', '`src/gone.ts`') } },
    node_modules: { x: { 'README.md': '[a](gone.md)' } },
  })
  t.strictSame(await findDocumentProblems(root), [
    'README.md:1 names gone.md, which is not there',
    'README.md:2 names packages/a/README.md#gone, which is not there',
    'README.md:3 names packages/a/src/gone.ts, which is not there',
    'packages/a/README.md:2 names src/gone.ts, which is not there',
  ])
})
