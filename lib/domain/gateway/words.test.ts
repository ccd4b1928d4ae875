import { expect, it } from 'vitest'
import type { GatewaySign } from '../home/home.ts'
import { describeGatewaySign } from './words.ts'

const words = (gatewaySign: GatewaySign, gatewayPid: number | null = null, servedBy: string | null = null) =>
  describeGatewaySign({ gatewayRunning: null, gatewayPid, gatewaySign, servedBy, holders: null })

it('names the file, the process and the home behind the evidence', () => {
  expect(words('lock-held', 77)).toBe('Process 77 holds gateway.lock.')
  expect(words('lock-held')).toBe('A process holds gateway.lock.')
  expect(words('pid-alive', 77, '/root/.hermes')).toBe(
    'Process 77, named in gateway.pid of /root/.hermes, which serves this home too, is alive.',
  )
})

it('tells a stopped gateway from one that never ran, and from one that cannot be checked', () => {
  expect(new Set([words('lock-free'), words('pid-dead'), words('no-trace'), words('untold')]).size).toBe(4)
})
