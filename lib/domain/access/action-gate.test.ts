import { expect, it } from 'vitest'
import { refuseAction } from './action-gate.ts'

const looks = { role: 'viewer', touchesHome: false } as const
const rules = { role: 'operator', touchesHome: false } as const
const touches = { role: 'operator', touchesHome: true } as const
const viewer = { role: 'viewer' } as const
const operator = { role: 'operator' } as const

it.each([
  ['nobody may even look', null, looks, false, 'signed-out'],
  ['a viewer may look', viewer, looks, false, null],
  ['a viewer may not rule', viewer, rules, false, 'operator-only'],
  ['a viewer may not touch', viewer, touches, false, 'operator-only'],
  ['an operator may rule', operator, rules, false, null],
  ['an operator may touch', operator, touches, false, null],
  ['read-only mode stops whatever touches', operator, touches, true, 'read-only'],
  ['read-only mode stops nothing else', operator, rules, true, null],
] as const)('%s', (_, actor, needs, readOnly, code) => {
  expect(refuseAction(actor, needs, readOnly)?.code ?? null).toBe(code)
})
