import { Banner } from '@/components/ui/banner'
import { SIGN_IN_MESSAGES } from './words'

/** The result of the last sign-in or sign-out, from a code in the address. */
export function SignInMessage({ code }: { code: string | null }) {
  const words = code === null || !Object.hasOwn(SIGN_IN_MESSAGES, code) ? undefined : SIGN_IN_MESSAGES[code]
  if (words === undefined) return null
  return (
    <div role="status">
      <Banner level={code === 'signed-out' ? 'info' : 'warn'} title={words.title}>
        {words.detail}
      </Banner>
    </div>
  )
}
