import { expect, it } from 'vitest'
import { gatewayApiHref, gatewayHref, hiddenFields, parseGatewayState, routeOrder } from './view-state'

it('the address contains filters and order, and invalid parameters mean the default', () => {
  expect(
    parseGatewayState({
      home: 'a',
      state: 'expired',
      platform: 'discord',
      onRestart: 'flush',
      q: ' x ',
      sort: 'key',
    }),
  ).toEqual({
    home: 'a',
    state: 'expired',
    platform: 'discord',
    onRestart: 'flush',
    q: 'x',
    sort: 'key',
    order: 'asc',
    cursor: null,
  })
  const plain = {
    home: null,
    state: null,
    platform: null,
    onRestart: null,
    q: null,
    sort: 'updatedAt',
    order: 'desc',
    cursor: null,
  }
  for (const params of [
    {},
    { state: 'dead', onRestart: 'burn', sort: 'age', order: 'up', q: ' ' },
    { state: ['live', 'live'] },
  ])
    expect(parseGatewayState(params)).toEqual(plain)
})

it('a link changes one parameter, keeps the others and starts at the first page', () => {
  const state = parseGatewayState({ home: 'a', state: 'expired', q: 'x', cursor: 'abc' })
  expect(gatewayHref(state, { state: null })).toBe('/gateway?home=a&q=x')
  expect(gatewayHref(state, { cursor: 'next' })).toBe('/gateway?home=a&state=expired&q=x&cursor=next')
  expect(routeOrder(state, 'platform')).toEqual({
    href: '/gateway?home=a&state=expired&q=x&sort=platform',
    sorted: null,
  })
  expect(routeOrder(state, 'updatedAt')).toEqual({
    href: '/gateway?home=a&state=expired&q=x&sort=updatedAt&order=asc',
    sorted: 'desc',
  })
  expect(gatewayApiHref(state, 'a b')).toBe('/api/v1/homes/a%20b/gateway?state=expired&q=x')
  expect(hiddenFields(state)).toEqual([
    ['home', 'a'],
    ['state', 'expired'],
  ])
})
