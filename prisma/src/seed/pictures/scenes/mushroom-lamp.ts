import { blur, ellipse, linearGradient, path, radialGradient, softStops, svg } from '../svg.js'

const width = 1500
const height = 1500

const shade =
  'M330 668C330 410 520 262 750 262S1170 410 1170 668Q1172 700 1150 706A424 52 0 0 1 350 706Q328 700 330 668Z'
const foot =
  'M640 700C650 900 640 1010 560 1180Q540 1226 590 1236Q750 1262 910 1236Q960 1226 940 1180C860 1010 850 900 860 700Z'

const defs = [
  radialGradient('shadow', softStops('#24140c')),
  blur('crisp', 12),
  linearGradient(
    'shade',
    [
      [0, '#e58a5c'],
      [0.28, '#f3a877'],
      [0.6, '#d96f42'],
      [1, '#a2472a'],
    ],
    '0 0 1 .35',
  ),
  linearGradient('lit', [
    [0.45, '#ffdf9e', 0],
    [1, '#ffe7b0', 0.55],
  ]),
  radialGradient('sheen', [
    [0, '#fff', 0.75],
    [1, '#fff', 0],
  ]),
  linearGradient(
    'foot',
    [
      [0, '#cf6a40'],
      [0.3, '#f0a071'],
      [0.65, '#c05f37'],
      [1, '#8c3c22'],
    ],
    '0 0 1 0',
  ),
  linearGradient('light', [
    [0, '#ffe9b8', 0.9],
    [0.8, '#ffdf9e', 0],
  ]),
].join('')

/** The document of a glazed table lamp on a transparent ground, with a soft shadow. */
export function mushroomLamp(): string {
  const body = [
    ellipse(810, 1246, 500, 88, 'fill="url(#shadow)" opacity=".42"'),
    ellipse(756, 1242, 232, 34, 'fill="url(#shadow)" opacity=".85"'),
    path(foot, 'fill="url(#foot)"'),
    path(
      'M640 700C646 810 646 860 640 920Q750 950 860 920C854 860 854 810 860 700Z',
      'fill="url(#light)"',
    ),
    ellipse(750, 708, 396, 74, 'fill="#ffe3a6"'),
    ellipse(750, 716, 330, 62, 'fill="#fff6df"'),
    path(shade, 'fill="url(#shade)"'),
    path(shade, 'fill="url(#lit)"'),
    ellipse(590, 430, 150, 90, 'fill="url(#sheen)" transform="rotate(-34 590 430)"'),
    ellipse(
      694,
      1080,
      20,
      110,
      'fill="#fff" opacity=".4" transform="rotate(14 694 1080)" filter="url(#crisp)"',
    ),
  ].join('')
  return svg(width, height, body, defs)
}
