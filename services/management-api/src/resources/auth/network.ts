import { isIPv4, isIPv6 } from 'node:net'

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Whom an address is counted as: IPv4 by itself, IPv6 by its /64, which is what one customer gets:
 * whoever has one has 2^64 addresses to change between.
 */
export function networkOf(address: string): string {
  const ipv4 = mappedIPv4.exec(address)?.[1] ?? address
  if (isIPv4(ipv4)) return ipv4
  if (!isIPv6(address)) return 'unknown'
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const groupsOf = (part: string) =>
    part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : group ? [group] : []))
  const [left, right] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const prefix = [...left, ...zeros, ...right].slice(0, 4)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
