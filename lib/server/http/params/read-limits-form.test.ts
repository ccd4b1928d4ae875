import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../domain/watch/limits/limits.ts'
import { LimitsSchema } from '../../../domain/watch/limits/limits-schema.ts'
import { readLimitsForm } from './read-limits-form.ts'

const DEFAULTS = {
  'session.messages': '1000',
  'session.fileBytes': '10',
  'session.tokens': '',
  'session.iterations': '90',
  'home.tokensPerMinute': '50000',
  'home.tokensPerHour': '',
  'home.tokensPerDay': ' ',
  'home.usdPerDay': '',
  'home.cronRunsPerHour': '120',
  'home.walBytes': '256',
}

function read(fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return LimitsSchema.safeParse(readLimitsForm(form))
}

it('the form of the default limits gives the default limits', () => {
  expect(read(DEFAULTS)).toEqual({ success: true, data: DEFAULT_LIMITS })
})

it('megabytes, budgets and money are converted to stored units', () => {
  const { data } = read({
    ...DEFAULTS,
    'session.fileBytes': '0.5',
    'session.tokens': '2000000',
    'home.tokensPerDay': '5000000',
    'home.usdPerDay': '12.5',
  })
  expect(data).toMatchObject({
    session: { fileBytes: 500_000, tokens: 2_000_000 },
    tokensPerDay: 5_000_000,
    usdPerDay: 12.5,
  })
})

it('a row overrides only its own fields, an empty row is ignored, and zero means no budget', () => {
  const { data } = read({
    ...DEFAULTS,
    'override.0.key': 'source:telegram',
    'override.0.messages': '50',
    'override.0.fileBytes': '',
    'override.1.key': 'source:cli',
    'override.1.messages': '',
    'override.2.key': 'job:7c2e90d4ab11',
    'override.2.tokens': '0',
    'override.2.iterations': '5',
    'override.4.key': 'job:behind-a-gap',
    'override.4.messages': '1',
  })
  expect(data?.overrides).toEqual({
    'source:telegram': { messages: 50 },
    'job:7c2e90d4ab11': { tokens: null, iterations: 5 },
  })
})

describe('refused', () => {
  it.each([
    ['nothing at all', {}],
    ['a limit of zero', { ...DEFAULTS, 'session.messages': '0' }],
    ['a limit below zero', { ...DEFAULTS, 'home.walBytes': '-1' }],
    ['words', { ...DEFAULTS, 'home.tokensPerMinute': 'many' }],
    ['half a message', { ...DEFAULTS, 'session.messages': '1.5' }],
    ['not a number', { ...DEFAULTS, 'home.usdPerDay': 'NaN' }],
    ['an infinite limit', { ...DEFAULTS, 'home.usdPerDay': 'Infinity' }],
    ['a limit beyond the maximum', { ...DEFAULTS, 'home.tokensPerDay': '1e15' }],
    [
      'an override of something else',
      { ...DEFAULTS, 'override.0.key': 'path:/etc', 'override.0.messages': '1' },
    ],
  ])('%s', (_, fields) => {
    expect(read(fields).success).toBe(false)
  })
})
