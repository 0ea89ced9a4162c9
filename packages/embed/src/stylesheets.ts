import { layout as carousel } from './layouts/carousel.js'
import { layout as grid } from './layouts/grid.js'
import { layout as horizontal } from './layouts/list-horizontal.js'
import { layout as vertical } from './layouts/list-vertical.js'
import { layout as masonry } from './layouts/masonry.js'
import base from './styles/base.css'
import host from './styles/host.css'
import untilStyled from './styles/until-styled.css'

const sheetOf = (css: string): string => host + base + css + untilStyled

/** The rules that all widgets of a layout share, by the name of their file. */
export const stylesheets: Readonly<Record<string, string>> = {
  carousel: sheetOf(carousel.css),
  grid: sheetOf(grid.css),
  masonry: sheetOf(masonry.css),
  'list-vertical': sheetOf(vertical.css),
  'list-horizontal': sheetOf(horizontal.css),
}
