import { expect, it } from 'vitest'
import { refuseAction } from './action-gate.ts'

const looks = { role: 'viewer', touchesHome: false } as const
const rules = { role: 'operator', touchesHome: false } as const
const touches = { role: 'operator', touchesHome: true } as const
const viewer = { role: 'viewer' } as const
const operator = { role: 'operator' } as const

it.each([
  ['a signed-out visitor may not view', null, looks, false, 'signed-out'],
  ['a viewer may view', viewer, looks, false, null],
  ['a viewer may not use operator actions', viewer, rules, false, 'operator-only'],
  ['a viewer may not change a home', viewer, touches, false, 'operator-only'],
  ['an operator may use operator actions', operator, rules, false, null],
  ['an operator may change a home', operator, touches, false, null],
  ['read-only mode blocks changes to a home', operator, touches, true, 'read-only'],
  ['read-only mode blocks nothing else', operator, rules, true, null],
] as const)('%s', (_, actor, needs, readOnly, code) => {
  expect(refuseAction(actor, needs, readOnly)?.code ?? null).toBe(code)
})
