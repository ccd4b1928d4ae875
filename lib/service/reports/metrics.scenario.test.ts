/** What a monitor reads over prunes, restores, imports and a restart. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOKEN_KINDS } from '../../domain/tokens/token-sums.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { type Scrape, tellTokenStory } from '../../testing/watch/token-story.ts'

const temp = tempHome()
let scrapes: readonly Scrape[] = []
beforeAll(async () => {
  scrapes = await tellTokenStory(temp.path)
})
afterAll(temp.cleanup)

it('the token counter begins at zero and rises by exactly what was used', () => {
  expect(scrapes[0]?.metrics.usedTokens).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })
  let used = 0
  const expected = scrapes.map((scrape) => {
    used += scrape.used
    return [scrape.step, used]
  })
  expect(scrapes.map(({ step, metrics }) => [step, metrics.usedTokens?.input])).toEqual(expected)
})

it('no kind of token ever falls, while the sums of the rows do', () => {
  const falls = (at: number, kind: (typeof TOKEN_KINDS)[number], of: 'usedTokens' | 'tokens') =>
    (scrapes[at]?.metrics[of]?.[kind] ?? 0) < (scrapes[at - 1]?.metrics[of]?.[kind] ?? 0)
  const places = scrapes.map((_, at) => at).slice(1)
  for (const kind of TOKEN_KINDS) {
    expect(places.filter((at) => falls(at, kind, 'usedTokens'))).toEqual([])
    expect(places.some((at) => falls(at, kind, 'tokens'))).toBe(true)
  }
})
