/** The collector's thread: every read that may take long happens here, so that no page ever waits behind one. */
import { parentPort, workerData } from 'node:worker_threads'
import { log } from '../../platform/log.ts'
import type { HomeObserver } from '../../service/observe/home-observer.ts'
import { keepUpHomes } from '../../service/observe/keep-up-homes.ts'
import { SAMPLE_EVERY_MS, type Sampler } from '../../service/watch/sampler.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { VERSION } from '../version.ts'
import type { CollectorSettings, Question, Reply, WatchPush } from './collector-protocol.ts'
import { ObservedHomes } from './observed-homes.ts'
import { ANSWERS, type QuestionKind } from './questions.ts'

const KEEP_UP_EVERY_MS = 5 * SECOND_MS
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
const observed = new ObservedHomes(settings, {
  readOnly: settings.readOnly,
  clock: Date.now,
  webhook: settings.webhook == null ? null : { ...settings.webhook, version: VERSION },
})

async function answer<Kind extends QuestionKind>({
  id,
  homeId,
  kind,
  input,
}: Question<Kind>): Promise<Reply> {
  const all = observed.now()
  const homes = all.map(({ home }) => home)
  const asked = homeId === null ? all[0] : observed.get(homeId)
  if (asked === undefined) return { id, kind: 'no-such-home', homes }
  const told = await ANSWERS[kind](asked, input, (home) => observed.get(home))
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
        homes: observed.now().map(({ home }) => home),
      } satisfies Reply),
  )
})

async function keepUp(): Promise<void> {
  await keepUpHomes(observed.now(), countOn, (error) => log.error('home not read', {}, error))
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

function keepUpAgain(): void {
  keepUp().catch((error) => {
    log.error('homes not discovered', {}, error)
    setTimeout(keepUpAgain, KEEP_UP_EVERY_MS).unref()
  })
}

/** One home after the other, each in a turn of its own; a slow round delays the next and never piles up. */
async function sampleHomes(): Promise<void> {
  const startedMs = performance.now()
  for (const { home, sampler } of observed.now()) {
    await new Promise((resolve) => setImmediate(resolve))
    sampleOne(home.id, sampler)
  }
  const tookMs = performance.now() - startedMs
  setTimeout(sampleHomes, Math.max(LEAST_REST_MS, SAMPLE_EVERY_MS - tookMs)).unref()
}

function sampleOne(homeId: string, sampler: Sampler): void {
  try {
    parentPort?.postMessage({ kind: 'watch', homeId, state: sampler.takeSample() } satisfies WatchPush)
  } catch (error) {
    log.error('home not sampled', { home: homeId }, error)
  }
}

keepUpAgain()
void sampleHomes()
