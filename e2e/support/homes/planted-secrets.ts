/** Plants unique words in files whose contents are never shown, and searches for them elsewhere. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SECRETS = {
  env: 'planted-in-env-5b1e7a',
  apiKey: 'planted-as-api-server-key-90c2d4',
  auth: 'planted-in-auth-json-77fa03',
  dump: 'planted-in-a-request-dump-e81b6c',
} as const

export function plantSecrets(home: string): void {
  writeFileSync(join(home, '.env'), `OPENAI_API_KEY=${SECRETS.env}\nAPI_SERVER_KEY=${SECRETS.apiKey}\n`)
  writeFileSync(join(home, 'auth.json'), JSON.stringify({ tokens: { access_token: SECRETS.auth } }))
  const dumps = readdirSync(join(home, 'sessions')).filter((name) => name.startsWith('request_dump_'))
  if (dumps.length === 0) throw new Error('this home has no request dump')
  const body = { request: { body: { messages: [{ role: 'user', content: SECRETS.dump }] } } }
  for (const name of dumps) writeFileSync(join(home, 'sessions', name), JSON.stringify(body))
}

/** The planted words that the text contains. */
export const plantedIn = (text: string): string[] =>
  Object.values(SECRETS).filter((secret) => text.includes(secret))
