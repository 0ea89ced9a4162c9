import { type Attributes, type Markup, partsOf } from './markup.js'

const childless = new Set(['img', 'link'])
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Serializes the tree as HTML; all texts and attribute values are escaped. */
export function toHtml(markup: Markup): string {
  if (typeof markup === 'string') return escapeHtml(markup)
  const [tag, attributes, ...children] = markup
  const open = `<${tag}${attributesToHtml(attributes)}>`
  return childless.has(tag) ? open : `${open}${children.map(toHtml).join('')}</${tag}>`
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

const withParts = (attributes: Attributes): Attributes => {
  const part = partsOf(attributes.class)
  return part ? { part, ...attributes } : attributes
}

const attributesToHtml = (attributes: Attributes): string =>
  Object.entries(withParts(attributes))
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => ` ${name}="${escapeHtml(`${value}`)}"`)
    .join('')
