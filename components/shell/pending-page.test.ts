import { describe, expect, it } from 'vitest'
import { pendingPage } from './pending-page.ts'

const address = (path: string) => new URL(path, 'http://localhost')
const wait = (from: string, to: string) => pendingPage(address(from), address(to), 'main')

describe('the pending page', () => {
  it.each([
    ['/', '/sessions?home=main', { name: 'Sessions', shape: 'table' }],
    ['/sessions', '/sessions/a%2Fb?home=main', { name: 'a session', shape: 'cards' }],
    ['/sessions/a', '/sessions/b', { name: 'a session', shape: 'cards' }],
    ['/cleanup', '/cleanup/x', { name: 'a plan', shape: 'cards' }],
    ['/cleanup/x', '/history/y', { name: 'a receipt', shape: 'cards' }],
    ['/watch', '/watch/incidents', { name: 'Incidents', shape: 'table' }],
    ['/watch', '/watch/limits?home=main', { name: 'Limits', shape: 'table' }],
    ['/watch/incidents', '/watch/incidents/7', { name: 'an incident', shape: 'cards' }],
    ['/storage', '/storage?at=logs', { name: 'Storage', shape: 'cards' }],
    ['/storage?home=main', '/storage?home=coder', { name: 'Storage', shape: 'cards' }],
    ['/', '/?home=coder', { name: 'Overview', shape: 'cards' }],
  ])('from %s to %s shows a skeleton', (from, to, awaited) => {
    expect(wait(from, to)).toEqual(awaited)
  })

  it.each([
    ['/gateway', '/gateway?state=live'],
    ['/gateway', '/gateway?home=main&state=live'],
    ['/storage?at=logs', '/storage?at=logs&size=apparent'],
    ['/checkpoints?home=main&state=stale', '/checkpoints?home=main'],
    ['/sessions/a', '/sessions/a?at=40#transcript'],
    ['/watch?home=main', '/watch?home=main&wall=1'],
    ['/', '/sign-in'],
    ['/', '/api/v1/homes'],
  ])('from %s to %s shows no skeleton', (from, to) => {
    expect(wait(from, to)).toBeNull()
  })
})
