/** A plain form that works without JavaScript. */
export function SignInForm() {
  return (
    <form method="post" action="/sign-in" className="grid gap-3">
      <label className="grid gap-1">
        <span className="text-support text-text-2">Password</span>
        <input
          type="password"
          name="password"
          required
          autoComplete="current-password"
          className="h-11 w-full rounded-control border border-line-strong bg-inset px-3 font-mono md:h-9"
        />
      </label>
      <button
        type="submit"
        className="h-11 rounded-control bg-accent px-4 font-strong text-on-accent md:h-9 md:justify-self-start"
      >
        Sign in
      </button>
    </form>
  )
}
