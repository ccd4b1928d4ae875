import { describe, expect, it } from 'vitest'
import { overviewHref, parseOverviewView } from './view-state'

describe('parseOverviewView', () => {
  it.each([
    [{}, { home: null, range: 30, subject: null }],
    [
      { range: '7', count: 'sessions', home: 'work' },
      { home: 'work', range: 7, subject: 'sessions' },
    ],
    [
      { range: '31', count: 'x', home: '' },
      { home: null, range: 30, subject: null },
    ],
    [
      { range: ['7', '90'], home: ['a', 'b'] },
      { home: null, range: 30, subject: null },
    ],
  ])('invalid parameters mean the default: %o', (params, view) => {
    expect(parseOverviewView(params)).toEqual(view)
  })
})

describe('overviewHref', () => {
  it('changes one parameter and keeps the others', () => {
    const view = parseOverviewView({ home: 'a b&c', range: '90', count: 'sessions' })
    expect(overviewHref(view, { range: 7 })).toBe('/?home=a+b%26c&range=7&count=sessions')
    expect(overviewHref(view, { subject: null })).toBe('/?home=a+b%26c&range=90')
  })

  it('parses back to the same view', () => {
    const view = { home: '../x?', range: 90, subject: 'sessions' } as const
    const query = new URL(overviewHref(view, {}), 'http://localhost').searchParams
    expect(parseOverviewView(Object.fromEntries(query))).toEqual(view)
  })

  it('omits default values', () => {
    expect(overviewHref({ home: null, range: 30, subject: null }, {})).toBe('/')
  })
})
