import { SignOutEverywhere } from '@/components/shell/sign-out-everywhere'
import type { Role } from '@/lib/domain/access/actor'

type Props = { role: Role; version: string; signOutEverywhere: (input: unknown) => Promise<unknown> }

/** The current role and sign-out. Signing out is a plain form that works without JavaScript. */
export function NavFoot({ role, version, signOutEverywhere }: Props) {
  return (
    <div className="mt-auto border-t border-line px-2 pt-2 text-axis text-text-3">
      <div className="flex items-center justify-between">
        <span>{role}</span>
        <span>v{version}</span>
      </div>
      <div className="mt-1 flex flex-wrap gap-x-3">
        <form method="post" action="/sign-out">
          <button
            type="submit"
            className="min-h-10 underline-offset-2 hover:text-text hover:underline md:min-h-6"
          >
            Sign out
          </button>
        </form>
        {role === 'operator' ? <SignOutEverywhere signOutEverywhere={signOutEverywhere} /> : null}
      </div>
    </div>
  )
}
