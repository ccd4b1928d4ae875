import { expect, it } from 'vitest'
import { normalizeAddress } from './normalize-address.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['2001:db8::5', '2001:db8::5'],
  ['2001:0DB8:0:0::0005', '2001:db8::5'],
  ['[2001:db8::5]', '2001:db8::5'],
  ['[2001:db8::5]:443', '2001:db8::5'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
  ['::1', '::1'],
])('%s is read as %s', (text, address) => {
  expect(normalizeAddress(text)).toBe(address)
})

it.each([
  '',
  'unknown',
  '_hidden',
  'evil.example',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.09',
  '203.0.113.9%eth0',
  '3405803785',
  '0x7f.1',
  '203.0.113.9:',
  '203.0.113.9:port',
  '[2001:db8::5',
  '2001:db8::5]:443',
  '2001:db8::5:::1',
  '[]:443',
  '%eth0',
  "10.0.0.1'; --",
])('%j is not an address', (text) => {
  expect(normalizeAddress(text)).toBeNull()
})
