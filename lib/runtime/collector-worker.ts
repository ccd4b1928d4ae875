/** The collector's thread: every read that may take long happens here, so that no page ever waits behind one. */
import { parentPort, workerData } from 'node:worker_threads'
import { discoverHomes } from '../collect/discover-homes.ts'
import { HomeMemory } from '../service/home-memory.ts'
import { HomeObserver } from '../service/home-observer.ts'
import { keepUpHomes } from '../service/keep-up-homes.ts'
import { ANSWERS, type QuestionKind } from '../service/questions.ts'
import { LOOK_EVERY_MS, type Sampler } from '../service/watch/sampler.ts'
import { hasPassed, MINUTE_MS, SECOND_MS } from '../shared/time.ts'
import { releaseBallast } from '../store/ballast.ts'
import { openStore, type Store } from '../store/open-store.ts'
import type { CollectorSettings, Question, Reply, WatchPush } from './collector-protocol.ts'
import { VERSION } from './version.ts'

const KEEP_UP_EVERY_MS = 5 * SECOND_MS
const DISCOVER_EVERY_MS = MINUTE_MS
/** Between two rounds of looks, however many homes there are. */
const LEAST_REST_MS = SECOND_MS

const SHOWN_AT_ONCE: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  'pause-reads',
  'acknowledge-incident',
  'set-watch-limits',
  'pause-job',
  'stop-run',
])

const settings: CollectorSettings = workerData
const observers = new Map<string, HomeObserver>()
let store: Store | null = null
let storeTrouble = ''
let discoveredMs = 0

function homesNow(): HomeObserver[] {
  if (hasPassed(DISCOVER_EVERY_MS, discoveredMs, Date.now())) discover()
  return [...observers.values()]
}

function discover(): void {
  discoveredMs = Date.now()
  openOwnStore()
  const found = discoverHomes({
    hermesHome: settings.hermesHome,
    extraHomes: settings.extraHomes,
    demoPath: settings.demoHome,
  })
  for (const id of observers.keys()) {
    if (found.some((home) => home.id === id && home.path === observers.get(id)?.home.path)) continue
    observers.get(id)?.stop()
    observers.delete(id)
  }
  for (const home of found) {
    const known = observers.get(home.id)
    if (known !== undefined && known.memory !== null) continue
    const memory = memoryFor(home.path)
    // What could not be remembered, on a full disk for instance, is tried again; until then the picture stays.
    if (known !== undefined && typeof memory === 'string') continue
    known?.stop()
    observers.set(
      home.id,
      new HomeObserver(home, memory, {
        readOnly: settings.readOnly,
        clock: Date.now,
        webhook: settings.webhook == null ? null : { ...settings.webhook, version: VERSION },
      }),
    )
  }
}

function openOwnStore(): void {
  if (store !== null) return
  const opened = openStore(settings.dataDir)
  if (opened.ok) store = opened.value
  else storeTrouble = opened.fault.detail
}

function memoryFor(homePath: string): HomeMemory | string {
  if (store === null) return storeTrouble
  try {
    return remember(store, homePath)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A home that was never seen before is written down, and on a full disk that takes the room kept for it. */
function remember(opened: Store, homePath: string): HomeMemory {
  try {
    return new HomeMemory(opened, homePath)
  } catch (error) {
    if (!releaseBallast(settings.dataDir)) throw error
    return new HomeMemory(opened, homePath)
  }
}

async function answer<Kind extends QuestionKind>({
  id,
  homeId,
  kind,
  input,
}: Question<Kind>): Promise<Reply> {
  const all = homesNow()
  const homes = all.map(({ home }) => home)
  const asked = homeId === null ? all[0] : observers.get(homeId)
  if (asked === undefined) return { id, kind: 'no-such-home', homes }
  const told = await ANSWERS[kind](asked, input)
  // Every board shows what was done as it stands, not only the one where it was done.
  if (SHOWN_AT_ONCE.has(kind)) sampleOne(asked.home.id, asked.sampler)
  return { id, kind: 'answered', answer: told, homes }
}

parentPort?.on('message', (question: Question) => {
  answer(question).then(
    (reply) => parentPort?.postMessage(reply),
    (error) =>
      parentPort?.postMessage({
        id: question.id,
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        homes: [...observers.values()].map(({ home }) => home),
      } satisfies Reply),
  )
})

async function keepUp(): Promise<void> {
  await keepUpHomes(homesNow(), countOn, (error) => tellTrouble('a home could not be read', error))
  setTimeout(keepUpAgain, KEEP_UP_EVERY_MS).unref()
}

const counting = new Set<HomeObserver>()

/** The first count of a large home, in slices with the questions of visitors in between. */
function countOn(home: HomeObserver): void {
  if (counting.has(home)) return
  counting.add(home)
  const slice = () => {
    if (home.countOn()) setImmediate(slice)
    else counting.delete(home)
  }
  setImmediate(slice)
}

function tellTrouble(what: string, error: unknown): void {
  process.stderr.write(`steward: ${what}: ${error instanceof Error ? error.stack : String(error)}\n`)
}

function keepUpAgain(): void {
  keepUp().catch((error) => {
    tellTrouble('homes could not be looked for', error)
    setTimeout(keepUpAgain, KEEP_UP_EVERY_MS).unref()
  })
}

/** One home after the other, each in a turn of its own; a slow round delays the next and never piles up. */
async function sampleHomes(): Promise<void> {
  const startedMs = performance.now()
  for (const { home, sampler } of homesNow()) {
    await new Promise((resolve) => setImmediate(resolve))
    sampleOne(home.id, sampler)
  }
  const tookMs = performance.now() - startedMs
  setTimeout(sampleHomes, Math.max(LEAST_REST_MS, LOOK_EVERY_MS - tookMs)).unref()
}

function sampleOne(homeId: string, sampler: Sampler): void {
  try {
    parentPort?.postMessage({ kind: 'watch', homeId, state: sampler.look() } satisfies WatchPush)
  } catch (error) {
    tellTrouble('a home could not be watched', error)
  }
}

keepUpAgain()
void sampleHomes()
