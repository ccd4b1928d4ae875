import { expect, it } from 'vitest'
import { waitPage } from '../bare-page.ts'
import { PasswordCheck } from './password-check.ts'

const PASSWORD = 'correct horse battery'

it('right passwords sent all at once are not blamed on wrong ones', async () => {
  const passwords = new PasswordCheck(
    { operatorPassword: PASSWORD, viewerPassword: null, operatorToken: null, viewerToken: null },
    'a key',
  )
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) => passwords.check(PASSWORD, `10.0.0.${n}`, () => n)),
  )
  const refused = answers.filter(({ kind }) => kind !== 'right')
  // Two are checked, and twenty wait.
  expect(refused).toEqual(Array(3).fill({ kind: 'wait', waitMs: 2_000, causedBy: 'queue' }))
  expect(waitPage(2, 'queue')).not.toContain('wrong password')
})
