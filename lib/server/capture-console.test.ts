import { expect, it } from 'vitest'
import { captureLog } from '../testing/capture-log.ts'
import { captureConsole } from './capture-console.ts'

it('Next’s output is logged, except for failed pages, which are logged elsewhere', () => {
  const none = () => undefined
  const target: Parameters<typeof captureConsole>[0] & object = {
    log: none,
    info: none,
    warn: none,
    error: none,
  }
  captureConsole(target)
  const lines = captureLog()
  target.log('not a line at level info')
  target.warn('\u001b[33m⚠\u001b[39m', 'a warning of %s', 'Next')
  target.error(' ⨯', new Error('uncaught'))
  target.error(' ⨯', Object.assign(new Error('a page'), { digest: '123456' }))
  expect(lines()).toMatchObject([
    { level: 'warn', message: 'a warning of %s Next' },
    { level: 'error', message: 'unexpected error', error: expect.stringMatching(/^Error: uncaught\n/) },
  ])
})
