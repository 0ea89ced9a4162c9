import t from '@vitrine/testing/t'
import { createBench } from '../fixture/browser.js'
import { checkStability, everyPage } from '../stability/check.js'
import { allWidgets } from '../stability/widgets.js'

checkStability(t, await createBench(t), {
  widgets: allWidgets,
  pages: everyPage,
  widths: [320, 520, 768, 1000, 1280, 1900],
})
