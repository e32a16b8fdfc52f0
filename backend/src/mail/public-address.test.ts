import { expect, test } from 'vitest'
import { connectPublicly, isPublicAddress, PrivateAddress } from './public-address.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  'fc00::1',
  'fe80::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '2a00:1450:4009:815::200e'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('a name that resolves to this machine is refused before a connection is made', async () => {
  const socket = connectPublicly({ host: 'localhost', port: 9, allowLoopback: false })
  const error = await new Promise((resolve) => socket.once('error', resolve))

  expect(error).toBeInstanceOf(PrivateAddress)
  expect(() => connectPublicly({ host: '10.0.0.1', port: 587, allowLoopback: true })).toThrow(PrivateAddress)
})
