/** `npm run sign-in`: prints a fresh one-time link for the running server. Access to its data folder is enough to sign in. */
import { ownAddress } from '../lib/server/http/allowed-host.ts'
import { Recorder } from '../lib/server/http/guard/recorder.ts'
import { SignInLinks } from '../lib/server/http/sign-in/sign-in-links.ts'
import { readSettings } from '../lib/server/settings.ts'
import { currentDataFolder } from '../lib/store/data-folder/temporary-data.ts'
import { openStore } from '../lib/store/open-store.ts'

process.umask(0o077)
const read = readSettings(process.env)
if (!read.ok) {
  console.error(read.fault)
  process.exit(1)
}
const opened = openStore(currentDataFolder(read.value.dataDir))
if (!opened.ok) giveUp(opened.fault.detail)
const { code, isStored } = new SignInLinks(opened.value).make(Date.now())
if (!isStored) giveUp('Steward’s own database could not be written, perhaps because the disk is full')
new Recorder(opened.value, Date.now()).record({
  atMs: Date.now(),
  event: 'link-made',
  actor: 'terminal',
  role: null,
  address: 'this machine',
  detail: 'npm run sign-in',
})
opened.value.close()
console.log(`${ownAddress(read.value)}/sign-in?code=${code}`)
console.log('It works once, for ten minutes.')

function giveUp(why: string): never {
  console.error(`No link could be made: ${why}. Starting Steward again without STEWARD_PASSWORD prints one.`)
  process.exit(1)
}
