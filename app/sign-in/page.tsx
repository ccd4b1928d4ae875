import type { Metadata } from 'next'
import { PlainPage } from '@/components/shell/plain-page'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { SignInMessage } from '@/components/sign-in/sign-in-message'
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
