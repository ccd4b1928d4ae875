import { expect, it } from 'vitest'
import { counted, runSteps } from './run-steps.ts'

it('a step that breaks down is one failure, and the steps beside and after it run all the same', async () => {
  const ran: string[] = []
  const step = (name: string, work: () => Promise<{ passed: number; failed: number }>) => ({
    name,
    work: () => {
      ran.push(name)
      return work()
    },
  })
  const sum = await runSteps([
    [
      [step('good', async () => counted(true)), step('good too', async () => counted(true))],
      [step('rejects', () => Promise.reject(new Error('CHROMIUM_PATH is wrong')))],
    ],
    [
      [
        step('throws', () => {
          throw new Error('no such program')
        }),
      ],
    ],
    [[step('counts', async () => ({ passed: 7, failed: 2 }))]],
  ])
  expect(ran).toEqual(['good', 'rejects', 'good too', 'throws', 'counts'])
  expect(sum).toEqual({ passed: 9, failed: 4 })
})
