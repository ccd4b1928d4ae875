import { expect, it } from 'vitest'
import { limitsFormMessage } from '@/components/limits/words'
import { incidentFormMessage } from './words'

it.each([incidentFormMessage, limitsFormMessage])(
  'only known codes in the address produce a message',
  (messageOf) => {
    expect(messageOf('operator-only')?.words).toContain('operator')
    for (const foreign of ['Call 0900-EVIL', '__proto__', 'constructor', 'toString', '', null])
      expect(messageOf(foreign)).toBeNull()
  },
)
