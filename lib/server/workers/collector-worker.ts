/** The collector's thread. Slow reads happen here, so that no page waits for one. */
import { workerData } from 'node:worker_threads'
import { log } from '../../platform/log.ts'
import { OngoingFailures } from '../../platform/ongoing-failures.ts'
import { pushToClient, serveRequests } from '../../platform/worker-server.ts'
import { recordHomeCommand } from '../../service/commands/record-command.ts'
import type { HomeObserver } from '../../service/observe/home-observer.ts'
import { keepUpHomes } from '../../service/observe/keep-up-homes.ts'
import { SAMPLE_EVERY_MS } from '../../service/watch/sampler.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { VERSION } from '../version.ts'
import {
  COMMANDS,
  type CommandName,
  type Commands,
  SAMPLED_AFTER,
  STORE_COMMANDS,
  type StoreCommandName,
} from './collector-commands.ts'
import type {
  CollectorData,
  CollectorRequest,
  CommandRequest,
  QueryRequest,
  ReleaseRequest,
  Reply,
  StoreCommandRequest,
  StoreQueryRequest,
  WatchPush,
} from './collector-protocol.ts'
import { QUERIES, type QueryName, STORE_QUERIES, type StoreQueryName } from './collector-queries.ts'
import { HomeAtWork } from './home-at-work.ts'
import { cachedLockRefusal } from './lock-refusal.ts'
import { ObservedHomes } from './observed-homes.ts'

const KEEP_UP_EVERY_MS = 5 * SECOND_MS
/** The minimum pause between two rounds of samples, however many homes there are. */
const LEAST_REST_MS = SECOND_MS

const settings: CollectorData = workerData
const atWork = new HomeAtWork(settings.atWork)
const observed = new ObservedHomes(settings, {
  readOnly: settings.readOnly,
  ...(settings.locks == null ? {} : { lockRefusal: cachedLockRefusal(settings.locks, Date.now) }),
  clock: Date.now,
  atWork: (homePath, work) => atWork.during(homePath, work),
  webhook: settings.webhook == null ? null : { ...settings.webhook, version: VERSION },
})

async function handle(request: CollectorRequest): Promise<Reply> {
  const homes = observed.now().map(({ home }) => home)
  try {
    const answered = await dispatch(request)
    return answered === null ? { kind: 'no-such-home', homes } : { kind: 'answered', ...answered, homes }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { kind: 'failed', message, homes }
  }
}

async function dispatch(request: CollectorRequest): Promise<{ readonly answer: unknown } | null> {
  if (request.kind === 'store-query') return { answer: await queryStore(request) }
  if (request.kind === 'release') return { answer: release(request) }
  if (request.kind === 'store-command') return { answer: await commandStore(request) }
  const home = request.homeId === null ? observed.now()[0] : observed.get(request.homeId)
  if (home === undefined) return null
  const answering = atWork.during(home.home.path, () =>
    request.kind === 'query' ? query(home, request) : command(home, request),
  )
  return { answer: await answering }
}

function release({ homePath, by }: ReleaseRequest): boolean {
  const home = observed.release(homePath)
  if (home === null) return false
  if (by !== null) recordHomeCommand(observed.context, home, 'home-retried', by, 'Quarantine ended')
  return true
}

const query = <Name extends QueryName>(home: HomeObserver, { name, input }: QueryRequest<Name>) =>
  QUERIES[name](home, input, observed.context)

async function command<Name extends CommandName>(
  home: HomeObserver,
  { name, input }: CommandRequest<Name>,
): Promise<Commands[Name]['answer']> {
  const answer = await COMMANDS[name](home, input, observed.context)
  if (SAMPLED_AFTER.has(name)) sampleOne(home)
  return answer
}

const observerOf = (homeId: string) => observed.get(homeId)

const queryStore = <Name extends StoreQueryName>({ name, input }: StoreQueryRequest<Name>) =>
  STORE_QUERIES[name](observed.context, input, observerOf)

async function commandStore<Name extends StoreCommandName>({ name, input }: StoreCommandRequest<Name>) {
  const answer = await STORE_COMMANDS[name](observed.context, input, observerOf)
  for (const home of observed.now()) sampleOne(home)
  return answer
}

serveRequests({ handle })

const failures = new OngoingFailures()

async function keepUp(): Promise<void> {
  const homes = observed.now()
  const failed = new Set<HomeObserver>()
  const turns = homes.map((home) => ({
    home,
    keepUp: () => atWork.during(home.home.path, () => home.keepUp()),
  }))
  const countNext = ({ home }: { readonly home: HomeObserver }) => countOn(home)
  await keepUpHomes(turns, countNext, (error, { home }) => {
    failed.add(home)
    const { id } = home.home
    failures.begin(`read ${id}`, () => log.error('home not read', { home: id }, error))
  })
  for (const home of homes) if (!failed.has(home)) failures.end(`read ${home.home.id}`)
  failures.end('discover')
  setTimeout(keepUpAgain, KEEP_UP_EVERY_MS).unref()
}

const counting = new Set<HomeObserver>()

/** The first count of a large home, in slices, so that requests are answered in between. */
function countOn(home: HomeObserver): void {
  if (counting.has(home)) return
  counting.add(home)
  const slice = () => {
    if (atWork.during(home.home.path, () => home.countOn())) setImmediate(slice)
    else counting.delete(home)
  }
  setImmediate(slice)
}

function keepUpAgain(): void {
  keepUp().catch((error) => {
    failures.begin('discover', () => log.error('homes not discovered', { path: settings.hermesHome }, error))
    setTimeout(keepUpAgain, KEEP_UP_EVERY_MS).unref()
  })
}

/**
 * Samples one home per event loop turn, so that requests are answered in between. A slow round delays the
 * next one, and rounds never pile up.
 */
async function sampleHomes(): Promise<void> {
  const startedMs = performance.now()
  for (const home of observed.now()) {
    await new Promise((resolve) => setImmediate(resolve))
    sampleOne(home)
  }
  const tookMs = performance.now() - startedMs
  setTimeout(sampleHomes, Math.max(LEAST_REST_MS, SAMPLE_EVERY_MS - tookMs)).unref()
}

function sampleOne({ home: { id: homeId, path }, sampler }: HomeObserver): void {
  try {
    pushToClient({ homeId, state: atWork.during(path, () => sampler.takeSample()) } satisfies WatchPush)
    failures.end(`sample ${homeId}`)
  } catch (error) {
    failures.begin(`sample ${homeId}`, () => log.error('home not sampled', { home: homeId }, error))
  }
}

keepUpAgain()
void sampleHomes()
