/** Keeps secrets out of log lines: by field name, by the shape of a text, and by the configured secrets. */

export const REDACTED = '[redacted]'

const SECRET_SETTINGS = [
  'STEWARD_PASSWORD',
  'STEWARD_VIEWER_PASSWORD',
  'STEWARD_TOKEN',
  'STEWARD_VIEWER_TOKEN',
  'STEWARD_WEBHOOK_SECRET',
] as const

/** Shorter ones would blank out ordinary words. */
const SHORTEST = 4
/** A path like `/in` is harmless, but a longer one is often the key. */
const SHORTEST_PATH = 8

const SECRET_NAME = /password|token|secret|cookie|authorization|credential|signature|webhookurl|link|code$/i

/** A field with such a name is never shown, whatever its value. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

/** Every form in which the configured secrets may appear in a text, longest first. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const plain = SECRET_SETTINGS.map((name) => env[name]?.trim() ?? '')
  const forms = [...plain, ...formsOfAddress(env.STEWARD_WEBHOOK_URL?.trim() ?? '')]
  const all = forms.flatMap((form) => [form, encodeURIComponent(form), JSON.stringify(form).slice(1, -1)])
  return [...new Set(all)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length)
}

/** The key of a webhook is in its path or its query. */
function formsOfAddress(address: string): string[] {
  const url = URL.parse(address)
  if (url === null) return [address]
  const path = [`${url.pathname}${url.search}`, url.pathname, url.search]
  return [address, url.href, ...path.filter(({ length }) => length >= SHORTEST_PATH)]
}

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b((?:set-)?cookie|authorization|x-steward-signature)(["']?\s*[:=]\s*)[^\r\n]+/gi, `$1$2${REDACTED}`],
  [/\bBearer\s+[^\s"',]+/gi, `Bearer ${REDACTED}`],
  // A sealed cookie, whatever surrounds it.
  [/\bFe26\.[^\s"';,]+/g, REDACTED],
  // A one-time link.
  [/([?&]code=)[^\s&"'#]+/g, `$1${REDACTED}`],
  // Name and password in a URL.
  [/(\w:\/\/)[^\s/@"']+@/g, `$1${REDACTED}@`],
]

export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text)
  return SHAPES.reduce((clean, [shape, shown]) => clean.replace(shape, shown), known)
}
