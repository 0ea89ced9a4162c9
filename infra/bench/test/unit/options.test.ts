import t from 'tap'
import { parseOptions } from '../../src/options.js'

t.test('arguments choose a program, its rows and a file', async (t) => {
  const table: [args: string[], expected: object][] = [
    [[], { program: 'delivery', rows: [] }],
    [['delivery'], { program: 'delivery', rows: [] }],
    [['delivery', 'cold', 'warm-widget'], { program: 'delivery', rows: ['cold', 'warm-widget'] }],
    [['--json', 'x.json'], { program: 'delivery', rows: [], jsonFile: 'x.json' }],
    [['--verbose', 'coherence'], { program: 'coherence' }],
    [['assets-list'], { program: 'assets-list', rows: [] }],
    [['assets-list', 'widgets'], { program: 'assets-list', rows: ['widgets'] }],
    [['console'], { program: 'console', rows: [] }],
    [['console', 'library', 'proof'], { program: 'console', rows: ['library', 'proof'] }],
    [['crops'], { program: 'crops' }],
    [['embed'], { program: 'embed' }],
    [['quality'], { program: 'quality', width: 640 }],
    [['quality', '320'], { program: 'quality', width: 320 }],
    [['cli'], { program: 'cli', files: 1000 }],
    [['cli', '50'], { program: 'cli', files: 50 }],
  ]
  for (const [args, expected] of table) t.same(parseOptions(args), expected, args.join(' '))
})

t.test('invalid arguments print the usage', async (t) => {
  const table = [
    ['cold'],
    ['delivery', 'warm'],
    ['coherence', 'cold'],
    ['coherence', '--json', 'x'],
    ['assets-list', 'cold'],
    ['assets-list', '--json', 'x'],
    ['console', 'cold'],
    ['console', '--json', 'x'],
    ['crops', 'cold'],
    ['embed', 'cold'],
    ['quality', '0'],
    ['quality', 'wide'],
    ['quality', '320', '640'],
    ['cli', '0'],
    ['cli', '50', '60'],
    ['embed', '--json', 'x'],
    ['--x'],
  ]
  for (const args of table) {
    t.throws(() => parseOptions(args), { message: /usage: npm run bench .*warm-widget/ }, `${args}`)
  }
})
