import { expect, it } from 'vitest'
import { parseCronView, sortHref } from './cron-view-state'

it('the address has the order of the ledger, and an unknown one means the default', () => {
  expect(parseCronView({ sort: 'costUsd', home: 'work' })).toEqual({
    home: 'work',
    sort: 'costUsd',
    order: 'desc',
  })
  expect(parseCronView({ sort: 'name' }).order).toBe('asc')
  for (const params of [{}, { sort: 'price', order: 'up' }, { sort: ['a', 'b'], home: '' }])
    expect(parseCronView(params)).toEqual({ home: null, sort: 'sessions', order: 'desc' })
})

it('a column header sorts, a second click reverses the order, and the home stays', () => {
  const view = parseCronView({ home: 'work' })
  expect(sortHref(view, 'bytes')).toBe('/cron?home=work&sort=bytes')
  expect(sortHref(view, 'sessions')).toBe('/cron?home=work&sort=sessions&order=asc')
  expect(sortHref({ ...view, sort: 'sessions', order: 'asc' }, 'sessions')).toBe('/cron?home=work')
})
