import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** Folders of the tree that a path in backticks may begin with. */
const topFolders = ['infra/', 'packages/', 'prisma/', 'services/']
const ignoredFolders = new Set(['node_modules', 'dist', 'dist-test'])

/**
 * Links and paths in the Markdown files of the tree that lead nowhere.
 *
 * @returns a sentence for each, with the file and the line.
 */
export async function findDocumentProblems(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const file of await markdownFiles(root)) {
    const text = await readFile(file, 'utf8')
    for (const { target, line, isLink } of referencesOf(text)) {
      const isThere = isLink ? await leadsSomewhere(file, target) : pathExists(root, file, target)
      if (!isThere)
        problems.push(`${relative(root, file)}:${line} names ${target}, which is not there`)
    }
  }
  return problems
}

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return entry.name.endsWith('.md') ? [path] : []
    const isRead = entry.isDirectory() && !ignoredFolders.has(entry.name)
    return isRead && !entry.name.startsWith('.') ? markdownFiles(path) : []
  })
  return (await Promise.all(nested)).flat().sort()
}

type Reference = { target: string; line: number; isLink: boolean }

/** Links, and the paths of files and folders in backticks, outside of code blocks. */
function referencesOf(text: string): Reference[] {
  let isCode = false
  return text.split('\n').flatMap((content, index) => {
    if (content.startsWith('```')) isCode = !isCode
    if (isCode) return []
    const line = index + 1
    const links = [...content.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const paths = [...content.matchAll(/`([\w./-]+)`/g)].map(([, target = '']) => target)
    return [
      ...links.filter(isRelative).map((target) => ({ target, line, isLink: true })),
      ...paths.filter(isPath).map((target) => ({ target, line, isLink: false })),
    ]
  })
}

const isRelative = (target: string): boolean => !/^[a-z]+:/.test(target)

const isPath = (target: string): boolean =>
  topFolders.some((folder) => target.startsWith(folder)) || /^(src|test)\/.+/.test(target)

/** A path begins at the root of the tree, or, as `src/…`, at the folder of its document. */
function pathExists(root: string, file: string, target: string): boolean {
  const isOwn = target.startsWith('src/') || target.startsWith('test/')
  // Such a path in a document of the root belongs to several packages.
  if (isOwn && relative(root, dirname(file)) === '') return true
  return existsSync(join(isOwn ? dirname(file) : root, target))
}

async function leadsSomewhere(file: string, target: string): Promise<boolean> {
  const [path = '', anchor] = target.split('#')
  const linked = path === '' ? file : join(dirname(file), path)
  if (!existsSync(linked)) return false
  return anchor === undefined || anchorsOf(await readFile(linked, 'utf8')).includes(anchor)
}

/** As GitHub makes them from headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
