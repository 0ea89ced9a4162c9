import { type Canvas, draw, grain } from '../canvas.js'
import { createRandom } from '../random.js'
import {
  blur,
  circle,
  ellipse,
  linearGradient,
  path,
  px,
  radialGradient,
  rect,
  softStops,
  svg,
} from '../svg.js'

const width = 1600
const height = 2000
const table = 1500

const vase =
  'M694 846C702 900 700 930 640 985C556 1062 506 1150 506 1270C506 1430 584 1560 652 1612Q760 1648 868 1612C936 1560 1014 1430 1014 1270C1014 1150 964 1062 880 985C820 930 818 900 826 846Q760 866 694 846Z'
const bowl =
  'M1040 1490C1050 1610 1120 1660 1200 1664Q1230 1668 1260 1664C1340 1660 1410 1610 1420 1490A190 15 0 0 1 1040 1490Z'

const defs = [
  blur('soft', 34),
  radialGradient('shadow', softStops('#3b2416')),
  linearGradient('skirting', [
    [0, '#8a6548', 0],
    [1, '#8a6548', 0.35],
  ]),
  blur('crisp', 9),
  linearGradient(
    'wall',
    [
      [0, '#d9c3ab'],
      [0.6, '#e8d6c1'],
      [1, '#dcc5ab'],
    ],
    '0 0 1 1',
  ),
  linearGradient('table', [
    [0, '#b98c69'],
    [0.25, '#c79b77'],
    [1, '#a97c5b'],
  ]),
  linearGradient(
    'clay',
    [
      [0, '#f6eee2'],
      [0.22, '#fffaf1'],
      [0.55, '#e2d3c0'],
      [0.85, '#b39c86'],
      [1, '#c2ab94'],
    ],
    '0 0 1 .12',
  ),
  linearGradient(
    'glaze',
    [
      [0, '#5d7d78'],
      [0.25, '#769692'],
      [0.65, '#456560'],
      [1, '#2d4845'],
    ],
    '0 0 1 .1',
  ),
  radialGradient(
    'fruit',
    [
      [0, '#f3b36b'],
      [0.55, '#dd7f3c'],
      [1, '#a44f22'],
    ],
    '.36 .32 .75',
  ),
].join('')

/** A vase with dried branches, a bowl and two oranges in window light. */
export async function ceramicVase(): Promise<Canvas> {
  const body = [
    rect(0, 0, width, table, 'fill="url(#wall)"'),
    windowLight(),
    rect(0, table, width, height - table, 'fill="url(#table)"'),
    rect(0, table - 70, width, 70, 'fill="url(#skirting)"'),
    path(
      'M-60 1640L760 1500H1500L900 2000H-60Z',
      'fill="#ffe2b4" opacity=".2" filter="url(#soft)"',
    ),
    branches('#3b2a22', 'transform="translate(150 90)" opacity=".16" filter="url(#crisp)"'),
    shadows(),
    branches('#8c5a3c', ''),
    path(vase, 'fill="url(#clay)"'),
    ellipse(760, 848, 66, 14, 'fill="#7d6652"'),
    path(
      'M694 847a66 14 0 0 1 132 0',
      'fill="none" stroke="#fffaf1" stroke-width="5" opacity=".8"',
    ),
    path(
      'M560 1130C540 1260 570 1420 620 1510',
      'fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round" opacity=".5" filter="url(#crisp)"',
    ),
    ellipse(1230, 1491, 190, 15, 'fill="#23403d"'),
    circle(1180, 1450, 92, 'fill="url(#fruit)"'),
    circle(1300, 1462, 84, 'fill="url(#fruit)"'),
    path(bowl, 'fill="url(#glaze)"'),
    path(
      'M1041 1491a190 15 0 0 0 378 0',
      'fill="none" stroke="#9dbcb6" stroke-width="5" stroke-linecap="round"',
    ),
    circle(430, 1640, 88, 'fill="url(#fruit)"'),
    ellipse(424, 1562, 9, 5, 'fill="#5c4a24"'),
  ].join('')
  return grain(await draw(svg(width, height, body, defs)), 2.8, 13)
}

/** Two rows of panes thrown aslant on the wall. */
function windowLight(): string {
  const panes = [0, 1].flatMap((row) =>
    [0, 1, 2].map((column) => {
      const [x, y] = [250 + column * 330, 160 + row * 520 + column * 60]
      return `M${x} ${y}l300 55v470l-300 -55z`
    }),
  )
  return path(panes.join(''), 'fill="#fff4dc" opacity=".6" filter="url(#crisp)"')
}

function shadows(): string {
  return [
    ellipse(980, 1628, 520, 80, 'fill="url(#shadow)" opacity=".55"'),
    ellipse(770, 1622, 170, 34, 'fill="url(#shadow)" opacity=".8"'),
    ellipse(1360, 1668, 320, 56, 'fill="url(#shadow)" opacity=".55"'),
    ellipse(1234, 1665, 110, 20, 'fill="url(#shadow)" opacity=".8"'),
    ellipse(530, 1716, 210, 42, 'fill="url(#shadow)" opacity=".6"'),
    ellipse(438, 1724, 84, 18, 'fill="url(#shadow)" opacity=".8"'),
  ].join('')
}

/** Curved twigs out of the vase's neck with small round leaves, like dried eucalyptus. */
function branches(colour: string, attributes: string): string {
  const random = createRandom(8)
  const tips = [
    [350, 330],
    [560, 190],
    [790, 130],
    [1010, 250],
    [1190, 470],
  ] as const
  const twigs = tips.map(([tipX, tipY]) => {
    const bendX = 760 + (tipX - 760) * 0.25
    const bendY = tipY + 260
    const stem = path(
      `M760 858Q${px(bendX)} ${px(bendY)} ${tipX} ${tipY}`,
      `fill="none" stroke="${colour}" stroke-width="6"`,
    )
    const leaves = Array.from({ length: 18 }, (_, index) => {
      const t = 0.3 + (index / 18) * 0.7
      const x = (1 - t) ** 2 * 760 + 2 * t * (1 - t) * bendX + t ** 2 * tipX
      const y = (1 - t) ** 2 * 858 + 2 * t * (1 - t) * bendY + t ** 2 * tipY
      const side = index % 2 === 0 ? 1 : -1
      const size = (1.2 - t * 0.55) * random.between(26, 36)
      const tone = random.pick(['#a8703f', '#c08a55', '#8f5a36', '#b57b4a'])
      const paint = `fill="${attributes === '' ? tone : colour}" transform="rotate(${px(side * 35 + random.between(-20, 20))} ${px(x)} ${px(y)})"`
      return ellipse(x + side * size * 0.85, y, size, size * 0.68, paint)
    })
    return stem + leaves.join('')
  })
  return `<g ${attributes}>${twigs.join('')}</g>`
}
