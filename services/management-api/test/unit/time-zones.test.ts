import t from '@vitrine/testing/t'
import { timeZone } from '../../src/resources/statistics/time-zone.js'

const { formatToParts } = Intl.DateTimeFormat.prototype
const hourMs = 3_600_000
const start = Date.UTC(2026, 0, 1)
/** Whole hours, quarters, half an hour of summer time, a month of winter time in summer, both hemispheres. */
const names = [
  ...['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['Africa/Casablanca', 'America/St_Johns', 'Pacific/Apia', 'Antarctica/Troll'],
]

const zoneOf = (name: string) => {
  const zone = timeZone(name)
  if (zone === null) throw new Error(`${name} is not known`)
  return zone
}

t.test('each hour of 400 days has the local time of the calendar', async (t) => {
  for (const name of names) {
    const zone = zoneOf(name)
    const calendar = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const wrong: string[] = []
    for (let ms = start; ms < start + 9600 * hourMs; ms += hourMs / 2) {
      const expected = calendar.format(ms).replace(' ', 'T')
      if (zone.localTime(ms) !== expected) wrong.push(`${new Date(ms).toISOString()}: ${expected}`)
    }
    t.same(wrong, [], name)
  }
})

t.test('days and hours begin at full local hours, also when the clocks change', async (t) => {
  for (const name of names) {
    const zone = zoneOf(name)
    for (const unit of ['day', 'hour'] as const) {
      const begins = unit === 'day' ? /T00:00:00$/ : /:00:00$/
      const wrong: string[] = []
      for (let ms = zone.next[unit](start); ms < start + 9600 * hourMs; ms = zone.next[unit](ms)) {
        if (!begins.test(zone.localTime(ms))) wrong.push(zone.localTime(ms))
      }
      // Half an hour of summer time ends within an hour.
      const most = name === 'Australia/Lord_Howe' && unit === 'hour' ? 4 : 0
      t.ok(wrong.length <= most, `${name} by ${unit}: ${wrong}`)
    }
  }
})

t.test('an answer by hour asks the calendar about once for each day', async (t) => {
  const calls = t.capture(Intl.DateTimeFormat.prototype, 'formatToParts', formatToParts)
  const zone = zoneOf('Europe/Berlin')
  for (let ms = start; ms < start + 9600 * hourMs; ms = zone.next.hour(ms)) zone.localTime(ms)
  t.ok(calls().length < 600, `${calls().length} calls`)
})
