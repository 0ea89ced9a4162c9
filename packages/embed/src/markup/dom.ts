import type { Markup } from './markup.js'

/** Of a document that is not shown: a picture of the page's own is fetched as soon as it has a source. */
const inert = document.implementation.createHTMLDocument()

/** The tree as nodes, made without a parser. */
export function toDom(markup: Markup): Node {
  if (typeof markup === 'string') return new Text(markup)
  const [tag, attributes, ...children] = markup
  const space = /^(svg|path)$/.test(tag) ? '2000/svg' : '1999/xhtml'
  const element = inert.createElementNS(`http://www.w3.org/${space}`, tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, `${value}`)
  }
  element.append(...children.map(toDom))
  return element
}
