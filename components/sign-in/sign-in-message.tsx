import { Notice } from '@/components/ui/banner'

const WORDS: Readonly<Record<string, { title: string; detail: string }>> = {
  wrong: {
    title: 'That password opens nothing',
    detail: 'After ten wrong ones in a minute the next has to wait one.',
  },
  'link-used': { title: 'This link no longer works', detail: 'Each works once, for ten minutes.' },
  'signed-out': { title: 'Signed out', detail: 'Nothing of the session is left in this browser.' },
}

/** What just happened, told by the door in the address. */
export function SignInMessage({ said }: { said: string | null }) {
  const words = said === null || !Object.hasOwn(WORDS, said) ? undefined : WORDS[said]
  if (words === undefined) return null
  return (
    <div role="status">
      <Notice level={said === 'signed-out' ? 'info' : 'warn'} title={words.title}>
        {words.detail}
      </Notice>
    </div>
  )
}
