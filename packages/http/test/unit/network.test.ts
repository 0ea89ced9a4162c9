import t from '@vitrine/testing/t'
import { networkOf } from '../../src/request/network.js'

const table: [address: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3::192.0.2.7', '2001:db8:1:2::/64'],
  ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
  ['::192.0.2.7', '0:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
  ['2001:DB8:1:2::ffff:192.0.2.7', '2001:db8:1:2::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
  ['1:2:3', 'unknown'],
  ['1::2::3', 'unknown'],
  ['192.0.2.7:8080', 'unknown'],
  ['::ffff:192.0.2.300', 'unknown'],
]

t.test('IPv4 counts by itself, IPv6 by its /64', async (t) => {
  for (const [address, network] of table) t.equal(networkOf(address), network, address)
})
