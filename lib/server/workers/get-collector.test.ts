import { expectTypeOf, it } from 'vitest'
import type { getCollector, getCommands } from './get-collector.ts'

it('pages can send queries but no commands', () => {
  expectTypeOf<ReturnType<typeof getCollector>>().toHaveProperty('query')
  expectTypeOf<ReturnType<typeof getCollector>>().not.toHaveProperty('command')
  expectTypeOf<ReturnType<typeof getCollector>>().not.toHaveProperty('commandStore')
  expectTypeOf<ReturnType<typeof getCommands>>().not.toHaveProperty('query')
})
