import { expect, test } from 'vitest'
import { networkKeys } from './network-keys.ts'

test('an address is in networks that grow, also when its narrowest one stands for it', () => {
  const keys = ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']
  for (const address of ['2001:db8:1:2ff:9::1', '2001:0DB8:1:2ff::', '2001:db8:1:2ff::/64']) {
    expect(networkKeys(address)).toEqual(keys)
  }
  const v4 = ['203.0.113.9/32', '203.0.113.0/24']
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9/32']) {
    expect(networkKeys(address)).toEqual(v4)
  }
  expect(networkKeys('')).toEqual([''])
})
