import { expect, it } from 'vitest'
import { type Count, counted, runSteps } from './run-steps.ts'

it('a step that throws is one failure, and the other steps still run', async () => {
  const ran: string[] = []
  const step = (name: string, work: () => Promise<Count>) => ({
    name,
    work: () => {
      ran.push(name)
      return work()
    },
  })
  let printed = ''
  const stages = [
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
    [[step('counts', async () => ({ passed: 7, failed: 2, failures: ['a law broke', 'a page was late'] }))]],
  ]
  const { passed, failed } = await runSteps(stages, (text) => (printed += `${text}\n`))
  expect(ran).toEqual(['good', 'rejects', 'good too', 'throws', 'counts'])
  expect({ passed, failed }).toEqual({ passed: 9, failed: 4 })
  const end = printed.slice(printed.indexOf('What failed:'))
  for (const what of ['CHROMIUM_PATH is wrong', 'no such program', 'a law broke', 'a page was late'])
    expect(end).toContain(what)
})
