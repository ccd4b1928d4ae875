import { expect, test } from 'vitest'
import { exampleItem, examplePlan } from '../../testing/examples/example-plan.ts'
import { choiceOf } from './plan-choice.ts'
import { groupOf, groupsOf } from './plan-groups.ts'

const { totals } = examplePlan()
const groups = groupsOf(totals)
const named = (message: string) => {
  const group = groups.find((each) => each.message === message)
  if (group === undefined) throw new Error(`no group ${message}`)
  return group
}

test('the same reason in several steps is one group across those steps', () => {
  expect(named('Too young')).toMatchObject({ items: 1_324, bytes: 0.7e9, steps: [null] })
})

test('two groups with one code differ by their steps', () => {
  expect(named('Cron run, idle 2 days or more').steps).toEqual([0])
  expect(named('Session, idle 90 days or more').steps).toEqual([2])
  expect(groupOf(groups, exampleItem({ step: 2 }))?.message).toBe('Session, idle 90 days or more')
})

test('the groups of one step contain exactly what that step counted', () => {
  expect(groupsOf(totals, 2).map(({ message, items }) => [message, items])).toEqual([
    ['Session, idle 90 days or more', 99],
    ['Too young', 24],
  ])
})

test('groups add up to the totals', () => {
  for (const verdict of ['act', 'keep'] as const) {
    const items = groups
      .filter((group) => group.verdict === verdict)
      .reduce((sum, group) => sum + group.items, 0)
    expect(items).toBe(totals[verdict].items)
  }
})

test('unticking an item removes only that item from the totals', () => {
  const unticked = [
    exampleItem({ id: '7', step: 2, bytes: 1_000, rowBytes: 50 }),
    exampleItem({ id: '8', step: 0, bytes: 500, rowBytes: null }),
  ]
  const choice = choiceOf(totals, groups, unticked)
  expect(choice.go).toMatchObject({ items: 1_780, bytes: 9.65e9 - 1_500, rowBytes: 0.41e9 - 50 })
  expect(choice.unticked).toMatchObject({ items: 2, bytes: 1_500 })
  expect(choice.keep).toBe(totals.keep)
  expect(choice.untickedOf.get(named('Session, idle 90 days or more').key)?.items).toBe(1)
  expect(choice.untickedOf.get(named('Cron run, idle 2 days or more').key)?.bytes).toBe(500)
})
