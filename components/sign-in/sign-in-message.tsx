import { Banner } from '@/components/ui/banner'

const MESSAGES: Readonly<Record<string, { title: string; detail: string }>> = {
  wrong: {
    title: 'That password opens nothing',
    detail: 'After ten wrong ones in a minute the next has to wait one.',
  },
  'link-used': { title: 'This link no longer works', detail: 'Each works once, for ten minutes.' },
  'signed-out': { title: 'Signed out', detail: 'Nothing of the session is left in this browser.' },
}

/** The result of the last sign-in or sign-out, from a code in the address. */
export function SignInMessage({ code }: { code: string | null }) {
  const words = code === null || !Object.hasOwn(MESSAGES, code) ? undefined : MESSAGES[code]
  if (words === undefined) return null
  return (
    <div role="status">
      <Banner level={code === 'signed-out' ? 'info' : 'warn'} title={words.title}>
        {words.detail}
      </Banner>
    </div>
  )
}
