/** The cookie of a signed-in operator, obtained like a user would: by opening a one-time link. */
import { SignInLinks } from '../lib/server/http/sign-in/sign-in-links.ts'
import { openStore } from '../lib/store/open-store.ts'

export type SignInCookie = { readonly name: string; readonly value: string; readonly url: string }

export async function signInCookie(dataDir: string, url: string): Promise<SignInCookie> {
  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const { code } = new SignInLinks(opened.value).make(Date.now())
  opened.value.close()
  const response = await fetch(`${url}/sign-in?code=${code}`, { redirect: 'manual' })
  const [name, value] = (response.headers.get('set-cookie') ?? '').split(';')[0]?.split(/=(.*)/s) ?? []
  if (!name || !value) throw new Error(`signing in answered ${response.status} without a cookie`)
  return { name, value, url }
}
