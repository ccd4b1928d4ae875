/**
 * Pages without the app, for requests that are refused or not signed in yet. They have no data and no script.
 */
import { hostNameIn } from './allowed-host.ts'
import type { WaitCause } from './sign-in/password-check.ts'

/** The maximum length of a DNS name. */
const LONGEST_NAME = 253

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')

/**
 * Shows the setting to add, including its current names. An invalid name is not repeated, because a user
 * might copy it.
 */
export function refusedHostPage(hostHeader: string | null, allowedHosts: readonly string[]): string {
  const name = hostNameIn(hostHeader)
  const [came, wanted] =
    name === null || name.length > LONGEST_NAME
      ? ['What your browser asked for is no host name.', 'NAME']
      : [`You came as <code>${escapeHtml(name)}</code>.`, name]
  const names = [...new Set([...allowedHosts, wanted])].join(',')
  return barePage(
    'This address is not on the list',
    `<p>${came} Steward answers only to names it was told, so that no other site can reach it through your browser. If this name is yours, restart with:</p>
<pre><code>STEWARD_ALLOWED_HOSTS=${escapeHtml(names)} npm start</code></pre>`,
  )
}

/** Continues automatically. */
export function signedInPage(): string {
  return barePage('You are signed in', '<p><a href="/">Open Steward</a>, if it does not open by itself.</p>')
}

const WAIT_REASONS = {
  address: 'There were too many wrong passwords from your address.',
  everyone:
    'There were too many wrong passwords from all addresses together. Everyone who is signed in stays signed in.',
  queue: 'Too many people are signing in at once.',
} as const satisfies Record<WaitCause, string>

export function waitPage(seconds: number, causedBy: WaitCause): string {
  return barePage(
    `Wait ${seconds} s`,
    `<p>${WAIT_REASONS[causedBy]} Nothing is locked: <a href="/sign-in">try again</a> in ${seconds} s, or run this where Steward runs:</p>
<pre><code>npm run sign-in</code></pre>`,
  )
}

function barePage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Hermes Steward</title>
<style>
  :root { color-scheme: dark light; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 400 14px/22px ui-sans-serif, system-ui, sans-serif; background: #0B0E11; color: #E6EAEE; }
  main { width: min(456px, 100% - 48px); display: grid; gap: 12px; }
  h1 { font-size: 16px; line-height: 24px; margin: 0; } p { margin: 0; color: #A6B0BA; } a { color: #3CCBB7; }
  code { font: 400 13px/20px ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { margin: 0; padding: 8px 12px; border: 1px solid #333C47; border-radius: 6px; white-space: pre-wrap; }
  @media (prefers-color-scheme: light) { body { background: #F6F7F8; color: #12171C; } p { color: #4A5560; } a { color: #0A766B; } pre { border-color: #C4CCD4; } }
</style></head><body><main>
<h1>${title}</h1>
${body}
</main></body></html>`
}
