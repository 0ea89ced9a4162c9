import type { Markup } from './markup.js'

/** An inert document: in the page's own document a picture is fetched as soon as it has a source. */
const inert = document.implementation.createHTMLDocument()

/** Builds the tree as DOM nodes, without an HTML parser. */
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
