const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longWeekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const month = `(?<month>${months.join('|')})`
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)'

/** `Sun, 06 Nov 1994 08:49:37 GMT`, and what RFC 850 and C's asctime made of it. */
const spellings = [
  new RegExp(`^${weekday}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longWeekday}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^${weekday} ${month} (?<day>\\d\\d| \\d) ${time} (?<year>\\d{4})$`),
]

/**
 * A moment as HTTP writes it (RFC 9110, 5.6.7), in milliseconds since 1970, or null for what is not
 * one of its three spellings. `Date.parse` takes far more, and asctime's for local time.
 */
export function parseHttpDate(text: string, nowMs = Date.now()): number | null {
  const groups = spellings.map((spelling) => spelling.exec(text)?.groups).find(Boolean)
  if (groups === undefined) return null
  const number = (name: string) => Number(groups[name])
  const year = groups.year?.length === 2 ? fullYear(number('year'), nowMs) : number('year')
  const monthIndex = months.indexOf(groups.month ?? '')
  const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map(number)
  if (day === undefined || hour === undefined || minute === undefined || second === undefined)
    return null
  // 60 is a leap second.
  if (hour > 23 || minute > 59 || second > 60) return null
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, monthIndex, day)
  if (midnight.getUTCMonth() !== monthIndex || midnight.getUTCDate() !== day) return null
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
}

/** Two digits that would lie more than 50 years ahead are of the century before. */
function fullYear(lastDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + lastDigits
  return year > thisYear + 50 ? year - 100 : year
}
