import type { Metadata } from 'next'
import { PlainPage } from '@/components/shell/plain-page'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { SIGN_IN_MESSAGES } from '@/components/sign-in/words'
import { Banner } from '@/components/ui/banner'
import { getSettings } from '@/lib/server/get-settings'

export const metadata: Metadata = { title: 'Sign in' }
export const dynamic = 'force-dynamic'

type Props = { searchParams: Promise<{ message?: string | string[] }> }

export default async function SignInPage({ searchParams }: Props) {
  const { message } = await searchParams
  const { operatorPassword, viewerPassword } = getSettings().credentials
  return (
    <PlainPage title="Sign in">
      <SignInMessage code={typeof message === 'string' ? message : null} />
      {operatorPassword === null && viewerPassword === null ? null : <SignInForm />}
      <p className="text-text-2">
        {operatorPassword === null
          ? 'Steward printed a sign-in link when it started. For another, run this where it runs:'
          : 'Without the password, run this where Steward runs. It prints a link that works once:'}
      </p>
      <pre className="overflow-x-auto rounded-control border border-line bg-inset px-3 py-2">
        <code className="font-mono text-support">npm run sign-in</code>
      </pre>
    </PlainPage>
  )
}

/** The result of the last sign-in or sign-out, from a code in the address. */
function SignInMessage({ code }: { code: string | null }) {
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
