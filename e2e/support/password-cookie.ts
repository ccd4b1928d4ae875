/** The cookie that the sign-in form sets for this password. */
export async function signInByPassword(
  url: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const reply = await fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, ...headers },
    body: new URLSearchParams({ password }),
  })
  const cookie = reply.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`signing in answered ${reply.status} without a cookie`)
  return cookie
}
