import { expect, it } from 'vitest'
import { DEFAULT_LIMITS } from './limits.ts'
import { describeLimitChange } from './words.ts'

it.each([
  ['nothing', DEFAULT_LIMITS, 'saved as they were'],
  ['all of it', null, 'reset to defaults'],
  [
    'two limits',
    { ...DEFAULT_LIMITS, walBytes: 64_000_000, session: { ...DEFAULT_LIMITS.session, tokens: 5 } },
    'Write-ahead log 256 MB to 64 MB; Token budget no limit to 5 tokens',
  ],
  [
    'a source’s own',
    { ...DEFAULT_LIMITS, overrides: { 'source:cli': { messages: 1 } } },
    'limits of their own for sources or jobs',
  ],
])('%s was changed', (_, after, words) => {
  expect(describeLimitChange(DEFAULT_LIMITS, after)).toBe(words)
})
