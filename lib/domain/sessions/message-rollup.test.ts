import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../shared/time.ts'
import { type MessageFact, rollUpMessages } from './message-rollup.ts'

const fact = fc.record<MessageFact>({
  id: fc.integer({ min: 1, max: 2 ** 40 }),
  sessionId: fc.constantFrom('a', 'b', '__proto__'),
  role: fc.constantFrom('user', 'assistant', 'tool', 'other'),
  atMs: fc.option(fc.integer({ min: 1_790_000_000_000, max: 1_790_100_000_000 })),
  bytes: fc.nat(10_000),
  toolCalls: fc.nat(5),
})

describe('rollUpMessages', () => {
  it('groups messages by hour, and those without a time under hour 0', () => {
    const at = 1_790_000_400_000
    const facts = [
      { id: 1, sessionId: 'a', role: 'user', atMs: at, bytes: 5, toolCalls: 0 },
      { id: 2, sessionId: 'a', role: 'assistant', atMs: at + HOUR_MS, bytes: 7, toolCalls: 2 },
      { id: 3, sessionId: 'a', role: 'other', atMs: null, bytes: 1, toolCalls: 0 },
    ] as const
    const session = rollUpMessages(facts).get('a')
    const hour = Math.floor(at / HOUR_MS)
    expect([...(session?.hours.keys() ?? [])]).toEqual([hour, hour + 1, 0])
    expect(session).toMatchObject({ firstMs: at, lastMs: at + HOUR_MS, maxMessageId: 3, idSum: 6 })
  })

  it('roles and hours each add up to the session, and sessions to all messages', () => {
    fc.assert(
      fc.property(fc.array(fact), (facts) => {
        const sessions = [...rollUpMessages(facts).values()]
        expect(sum(sessions, 'messages')).toBe(facts.length)
        expect(sum(sessions, 'bytes')).toBe(sum(facts, 'bytes'))
        for (const session of sessions) {
          const hours = [...session.hours.values()]
          for (const key of ['messages', 'bytes', 'toolCalls', 'toolMessages'] as const) {
            expect(sum(hours, key)).toBe(session[key])
          }
          expect(
            session.userMessages + session.assistantMessages + session.toolMessages + session.otherMessages,
          ).toBe(session.messages)
        }
      }),
    )
  })

  it('does not depend on message order', () => {
    const order = (facts: readonly MessageFact[]) =>
      [...rollUpMessages(facts).values()]
        .map((session) => ({
          ...session,
          hours: [...session.hours.values()].sort((a, b) => a.hour - b.hour),
        }))
        .sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1))
    fc.assert(
      fc.property(fc.array(fact), (facts) => {
        expect(order(facts.toReversed())).toEqual(order(facts))
      }),
    )
  })
})

const sum = <K extends string>(rollups: readonly Readonly<Record<K, number>>[], key: K): number =>
  rollups.reduce((total, rollup) => total + rollup[key], 0)
