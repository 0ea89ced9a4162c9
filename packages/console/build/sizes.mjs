import { gzipSync } from 'node:zlib'

/**
 * The most that a first visit may load: all scripts and styles of a page, after gzip, in KB (1024 bytes).
 * `now` is the size when this file was last edited; 5 % more fails, so that growth is a decision.
 */
export const pages = [
  { name: 'sign-in', source: 'src/sign-in/sign-in-page.tsx', most: 110, now: 109.1 },
  { name: 'register', source: 'src/sign-in/register-page.tsx', most: 110, now: 109.1 },
  { name: 'forgotten', source: 'src/sign-in/forgot-password-page.tsx', most: 110, now: 109.3 },
  { name: 'reset', source: 'src/sign-in/reset-password-page.tsx', most: 110, now: 109.3 },
  { name: 'verify', source: 'src/sign-in/verify-email-page.tsx', most: 110, now: 109.5 },
  { name: 'invitation', source: 'src/sign-in/invitation-page.tsx', most: 110, now: 109.2 },
  { name: 'library', source: 'src/library/library-page.tsx', most: 190, now: 164.5 },
  { name: 'alt texts', source: 'src/library/alt-run/alt-run-page.tsx', most: 160, now: 152.5 },
  { name: 'projects', source: 'src/projects/projects-page.tsx', most: 160, now: 150.9 },
  { name: 'account', source: 'src/account/account-page.tsx', most: 160, now: 155.7 },
  { name: 'members', source: 'src/members/members-page.tsx', most: 160, now: 156.3 },
  { name: 'audit', source: 'src/audit/audit-page.tsx', most: 160, now: 155.3 },
  { name: 'organization', source: 'src/organization/settings-page.tsx', most: 160, now: 152.3 },
  { name: 'project', source: 'src/project-settings/settings-page.tsx', most: 160, now: 156.5 },
  { name: 'analytics', source: 'src/analytics/analytics-page.tsx', most: 160, now: 154.4 },
  { name: 'widgets', source: 'src/widgets/widgets-page.tsx', most: 160, now: 157.3 },
  { name: 'code', source: 'src/embed-code/embed-code-page.tsx', most: 160, now: 155.9 },
  { name: 'history', source: 'src/history/history-page.tsx', most: 160, now: 154.7 },
  { name: 'API keys', source: 'src/api-keys/api-keys-page.tsx', most: 160, now: 152 },
  { name: 'editor', source: 'src/editor/editor-page.tsx', most: 260, now: 225.6 },
]
const mostCss = 15
const growth = 1.05

/** The chunk of a page, the entry, and all that they import, without what they load later. */
export function filesOf(manifest, sources) {
  const seen = new Map()
  const add = (key) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no ${key}`)
    if (seen.has(key)) return
    seen.set(key, chunk)
    for (const one of chunk.imports ?? []) add(one)
  }
  for (const source of sources) add(source)
  const chunks = [...seen.values()]
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))],
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  }
}

const KB = (bytes) => Math.round((10 * bytes) / 1024) / 10

export function problemsOfSizes(manifest, read) {
  const size = (files) =>
    files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
  const lines = pages.map((page) => {
    const shell = page.source.includes('sign-in') ? [] : ['src/shell/shell.tsx']
    const { scripts, styles } = filesOf(manifest, ['index.html', ...shell, page.source])
    return { ...page, js: KB(size(scripts)), css: KB(size(styles)) }
  })
  for (const { name, js, css } of lines) {
    process.stdout.write(
      `${name.padEnd(12)} ${String(js).padStart(6)} KB of scripts, ${css} KB of styles\n`,
    )
  }
  return lines.flatMap(({ name, js, css, most, now }) => [
    ...(js > most ? [`${name} loads ${js} KB of scripts; ${most} KB are allowed`] : []),
    ...(js > now * growth
      ? [`${name} loads ${js} KB of scripts; it was ${now} KB (build/sizes.mjs)`]
      : []),
    ...(css > mostCss ? [`${name} loads ${css} KB of styles; ${mostCss} KB are allowed`] : []),
  ])
}
