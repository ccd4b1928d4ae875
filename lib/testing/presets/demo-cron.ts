/** The demo's cron runs: rows, transcripts, and one job out of control. */
import { DAY_MS } from '../../shared/time.ts'
import { answerText, askText, MODELS, TOOLS, toolOutput } from '../home/invented-text.ts'
import { compactStamp } from '../home/local-stamp.ts'
import { type Dice, diceOf } from '../home/noise.ts'
import type { MessageSpec, SessionSpec } from '../home/spec.ts'
import { agesIn, CRON_FILES, DEMO, DEMO_JOBS } from './demo-figures.ts'

export type Written = { readonly id: string; readonly modifiedMs: number; readonly weight: number }

export type DemoPart = {
  readonly sessions: SessionSpec[]
  /** Rows Hermes has pruned. Only their transcripts remain. */
  readonly pruned: SessionSpec[]
  readonly transcripts: Written[]
}

export function demoCron(nowMs: number): DemoPart {
  const dice = diceOf('demo cron')
  const naming = namer()
  const part: DemoPart = { sessions: [runaway(nowMs, naming)], pruned: [], transcripts: [] }
  const jobs = shuffledJobs(dice)
  for (const { bucket, withRow, gone } of CRON_FILES) {
    // The runaway is the newest of the first bucket and already included.
    const rows = bucket === 'hour' ? withRow - 1 : withRow
    agesIn(bucket, rows + gone, dice.next).forEach((ageMs, index) => {
      const run = cronRun(jobs.pop() ?? DEMO_JOBS[0], nowMs - ageMs, dice, naming)
      const isGone = (index * gone) % (rows + gone) < gone
      ;(isGone ? part.pruned : part.sessions).push(run)
      part.transcripts.push({ id: run.id, modifiedMs: nowMs - ageMs, weight: 0.4 + dice.next() })
    })
  }
  const missing = DEMO.endReasons.cron_complete - part.sessions.length
  for (let index = 0; index < missing; index += 1) {
    const ageDays = index < 320 ? 1.1 + 5.8 * (index / 320) ** 1.2 : 7 + 38 * dice.next() ** 1.7
    part.sessions.push(cronRun(weighted(dice), nowMs - ageDays * DAY_MS, dice, naming))
  }
  return part
}

type Job = (typeof DEMO_JOBS)[number]

/** Each job as often as it has transcripts, without the runaway. */
function shuffledJobs(dice: Dice): Job[] {
  const all = DEMO_JOBS.flatMap((job, index) => Array<Job>(index === 0 ? job.files - 1 : job.files).fill(job))
  const keyed = all.map((job) => ({ job, key: dice.next() }))
  return keyed.sort((left, right) => left.key - right.key).map(({ job }) => job)
}

function weighted(dice: Dice): Job {
  let rest = dice.between(0, DEMO.cronTranscripts - 1)
  for (const job of DEMO_JOBS) {
    rest -= job.files
    if (rest < 0) return job
  }
  return DEMO_JOBS[0]
}

type Naming = (job: Job, startedMs: number) => { readonly id: string; readonly title: string }

/** Ids and titles are unique in Hermes, so runs in the same second or minute get different ones. */
function namer(): Naming {
  const ids = new Set<string>()
  const titles = new Map<string, number>()
  return (job, startedMs) => {
    let atMs = startedMs
    while (ids.has(`cron_${job.id}_${compactStamp(atMs)}`)) atMs += 1000
    const id = `cron_${job.id}_${compactStamp(atMs)}`
    ids.add(id)
    const minute = new Date(atMs)
    const month = minute.toLocaleString('en-US', { month: 'short' })
    const clock = compactStamp(atMs).slice(9, 13)
    const day = String(minute.getDate()).padStart(2, '0')
    const base = `${job.name} · ${month} ${day} ${clock.slice(0, 2)}:${clock.slice(2)}`
    const seen = (titles.get(base) ?? 0) + 1
    titles.set(base, seen)
    return { id, title: seen === 1 ? base : `${base} #${seen}` }
  }
}

function cronRun(job: Job, endedMs: number, dice: Dice, naming: Naming): SessionSpec {
  const startedMs = Math.round(endedMs - dice.between(40, 280) * 1000)
  const cacheRead = dice.between(12_000, 44_000)
  return {
    ...naming(job, startedMs),
    source: 'cron',
    startedMs,
    endedMs: Math.round(endedMs),
    endReason: 'cron_complete',
    messages: dice.between(4, 8),
    model: job.name === 'price-watch' ? MODELS[2] : MODELS[0],
    tokens: {
      input: dice.between(1_200, 4_800),
      output: dice.between(300, 1_400),
      cacheRead,
      cacheWrite: dice.between(500, 2_600),
      reasoning: dice.between(0, 200),
    },
    cost: { estimatedUsd: Math.round(cacheRead * 0.09) / 100_000 },
  }
}

/** 602 messages in 107 seconds, 209 calls, 22 million tokens in two hours. */
function runaway(nowMs: number, naming: Naming): SessionSpec {
  const { endedAgoMs, lastedMs, burstMs, apiCalls, tokens } = DEMO.runaway
  const endedMs = nowMs - endedAgoMs
  return {
    ...naming(DEMO_JOBS[0], endedMs - lastedMs),
    source: 'cron',
    startedMs: endedMs - lastedMs,
    endedMs,
    endReason: 'cron_complete',
    messages: burst(endedMs - burstMs, burstMs),
    apiCalls,
    tokens: { ...tokens, reasoning: 41_000 },
    cost: { estimatedUsd: 14.62 },
  }
}

export const runawayTranscript = (part: DemoPart, nowMs: number): Written => ({
  id: part.sessions[0]?.id ?? '',
  modifiedMs: nowMs - DEMO.runaway.endedAgoMs,
  weight: 0,
})

function burst(firstMs: number, lengthMs: number): MessageSpec[] {
  const { messages: count, toolCalls } = DEMO.runaway
  const dice = diceOf('runaway')
  const roles = [
    ...Array.from({ length: toolCalls }, () => ['call', 'tool'] as const).flat(),
    ...Array.from({ length: (count - 2 * toolCalls) / 2 }, () => ['user', 'answer'] as const).flat(),
  ]
  return roles.map((role, index): MessageSpec => {
    const atMs = firstMs + (lengthMs * index) / (count - 1)
    if (role === 'call') return { role: 'assistant', content: '', toolCalls: [TOOLS[0]], atMs }
    if (role === 'tool') return { role: 'tool', content: toolOutput(dice), toolName: TOOLS[0], atMs }
    return role === 'user'
      ? { role: 'user', content: askText(dice), atMs }
      : { role: 'assistant', content: answerText(dice), atMs }
  })
}

/** The runaway, as Watch names it. */
export function demoRunaway(nowMs: number): { id: string; title: string; jobId: string } {
  const { id, title = '' } = runaway(nowMs, namer())
  return { id, title, jobId: DEMO_JOBS[0].id }
}

/** The newest run of each job, for jobs.json. */
export const lastRunOf = (part: DemoPart, jobId: string, nowMs: number): number =>
  part.sessions
    .filter(({ id }) => id.startsWith(`cron_${jobId}_`))
    .reduce((latest, { endedMs }) => Math.max(latest, endedMs ?? 0), nowMs - 60 * DAY_MS)
