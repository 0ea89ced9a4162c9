import type { Block, Form } from './codes.ts'

export type Directive = { name: string; sources: string[] }

const scripted = (base: string): Directive[] => [
  { name: 'script-src', sources: [`${base}/embed/`] },
  { name: 'connect-src', sources: [base] },
  { name: 'img-src', sources: [base] },
]

/**
 * The sources that the Content-Security-Policy of the page has to allow.
 *
 * @param blocks the pasted code: its inline styles and scripts are allowed by their hashes.
 */
export async function policyOf(
  form: Form,
  base: string,
  blocks: readonly Block[],
): Promise<Directive[]> {
  const html = blocks.map(({ code }) => code).join('\n')
  if (form === 'iframe') {
    const scripts = await hashesOf(html, 'script')
    return [
      { name: 'frame-src', sources: [base] },
      { name: 'script-src', sources: scripts },
    ]
  }
  if (form !== 'snippet') return scripted(base)
  const hashes = await hashesOf(html, 'style')
  const files = [`${base}/embed/`]
  return [...scripted(base), { name: 'style-src', sources: hashes.length > 0 ? hashes : files }]
}

/** Hashes of the inline elements with that name, for a content security policy. */
export async function hashesOf(html: string, name: 'script' | 'style'): Promise<string[]> {
  const contents = [...html.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, 'g'))]
    .map(([, content = '']) => content)
    .filter((content) => content !== '')
  return Promise.all([...new Set(contents)].map(hashOf))
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
