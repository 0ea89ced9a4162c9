const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longWeekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const month = `(?<month>${months.join('|')})`
const time = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)'

/** `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete formats of RFC 850 and of asctime. */
const formats = [
  new RegExp(`^${weekday}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longWeekday}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^${weekday} ${month} (?<day>\\d\\d| \\d) ${time} (?<year>\\d{4})$`),
]

/**
 * Parses an HTTP date (RFC 9110, 5.6.7). `Date.parse` accepts many other formats, and reads that of
 * asctime as local time.
 *
 * @returns ms since 1970; null if the text has none of the three formats.
 */
export function parseHttpDate(text: string, nowMs = Date.now()): number | null {
  const groups = formats.map((format) => format.exec(text)?.groups).find(Boolean)
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

/** A year that would be more than 50 years ahead is one of the previous century. */
function fullYear(lastDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + lastDigits
  return year > thisYear + 50 ? year - 100 : year
}
