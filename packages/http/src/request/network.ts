import { isIPv4, isIPv6 } from 'node:net'

const mappedIPv4 = '::ffff:'
const prefixGroups = 4
/** The common form of an address: standard notation (RFC 5952), no `::` in the first half. */
const spelledOut = /^(?:(?:0|[1-9a-f][0-9a-f]{0,3}):){4}/

/**
 * The network that an address is counted as: an IPv4 address itself, or the /64 of an IPv6 address. A
 * customer is assigned a whole /64 and could rotate through its 2^64 addresses.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return isIPv4(address) ? address : 'unknown'
  if (!isIPv6(address)) return 'unknown'
  if (address.includes('.') && address.toLowerCase().startsWith(mappedIPv4)) {
    return address.slice(mappedIPv4.length)
  }
  const [found] = spelledOut.exec(address) ?? []
  if (found !== undefined) return `${found}:/64`
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  // The two last groups may be written as an IPv4 address.
  const groups = left.length + right.length + (address.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups
  let prefix = ''
  for (let i = 0; i < prefixGroups; i += 1) {
    const group =
      i < left.length + zeros ? (left[i] ?? '0') : (right[i - left.length - zeros] ?? '0')
    prefix += `${Number.parseInt(group, 16).toString(16)}:`
  }
  return `${prefix}:/64`
}
