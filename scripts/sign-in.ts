/** `npm run sign-in`: prints a fresh one-time link for the running server. Whoever may read its data may sign in. */
import { SignInDesk } from '../lib/runtime/doors/sign-in-desk.ts'
import { readSettings } from '../lib/runtime/settings.ts'
import { recordAudit } from '../lib/store/audit.ts'
import { openStore } from '../lib/store/open-store.ts'

process.umask(0o077)
const read = readSettings(process.env)
if (!read.ok) {
  console.error(read.fault)
  process.exit(1)
}
const { dataDir, host, port } = read.value
const opened = openStore(dataDir)
if (!opened.ok) {
  console.error(`No link could be made: ${opened.fault.detail}. Starting Steward again prints one.`)
  process.exit(1)
}
const code = new SignInDesk(opened.value, Date.now()).makeCode(Date.now())
recordAudit(opened.value, {
  atMs: Date.now(),
  event: 'link-made',
  actor: 'terminal',
  role: null,
  address: 'this machine',
  detail: 'npm run sign-in',
})
opened.value.close()
console.log(`http://${host.includes(':') ? `[${host}]` : host}:${port}/sign-in?code=${code}`)
console.log('It works once, for ten minutes.')
