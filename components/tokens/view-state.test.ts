import { expect, it } from 'vitest'
import { parseTokensState, tokensHref } from './view-state'

it('the address contains range, grouping and way of counting, and invalid parameters mean the default', () => {
  expect(parseTokensState({ home: 'a', range: '90', by: 'model', count: 'measured' })).toEqual({
    home: 'a',
    range: 90,
    by: 'model',
    count: 'measured',
  })
  for (const params of [{}, { range: '31', by: 'user', count: 'all', home: '' }, { range: ['7', '90'] }])
    expect(parseTokensState(params)).toEqual({ home: null, range: 30, by: 'source', count: null })
})

it('a link changes one parameter and keeps the others', () => {
  const state = parseTokensState({ home: 'a', range: '7', count: 'booked' })
  expect(tokensHref(state, { by: 'job' })).toBe('/tokens?home=a&range=7&by=job&count=booked')
  expect(tokensHref(state, { range: 30, count: null })).toBe('/tokens?home=a')
})
