import { isIPv6 } from 'node:net'

/**
 * The part of an address that stands for one caller: of IPv6 its first 64 bits, since a household gets all addresses
 * behind them.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const all = [...groups, ...Array.from({ length: 8 - groups.length - behind.length }, () => '0'), ...behind]
  const first = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}
