/* Each layout that shows a list has a copy of this module: a part of its own would be one more request. */

import type { Parts } from '../layout.js'
import type { Attributes, Element } from '../markup/markup.js'
import type { View } from '../view.js'

/** The pictures as a list, and the button that shows more of them. */
export function list({ items, labels, name, _shown }: View, attributes: Attributes = {}): Element {
  const all: Element = [
    'ul',
    { role: 'list', 'aria-label': name, ...attributes },
    ...items.map(
      ({ content }, index): Element => [
        'li',
        { class: `i${index}`, hidden: index >= _shown && '' },
        content,
      ],
    ),
  ]
  return _shown < items.length
    ? ['div', {}, all, ['button', { class: 'more', type: 'button' }, labels.more]]
    : all
}

/**
 * Lets the visitor ask for more pictures.
 *
 * @param rulesFor the layout's rules for so many pictures, if they differ.
 */
export function startMore({ root, view }: Parts, rulesFor = (_shown: number) => ''): undefined {
  const more = root.querySelector<HTMLElement>('.more')
  if (!more) return
  const items = [...root.querySelectorAll('li')]
  const sheet = new CSSStyleSheet()
  const shadow = root.getRootNode() as ShadowRoot
  shadow.adoptedStyleSheets.push(sheet)
  let shown = view._shown
  more.onclick = () => {
    const first = items[shown]
    shown += view._shown
    items.forEach((item, index) => {
      item.hidden = index >= shown
    })
    sheet.replaceSync(rulesFor(shown))
    if (shown < items.length || !first) return
    // The focus must not be lost with the button.
    first.tabIndex = -1
    const next = first.querySelector('a') ?? first
    next.focus()
    more.remove()
  }
}
