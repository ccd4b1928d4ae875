import { describe, expect, it } from 'vitest'
import { type AdviceContext, advise } from './advise.ts'
import { INCIDENT_KINDS, type Incident, type IncidentKind } from './incident.ts'

const defaults: AdviceContext = {
  homeId: 'main',
  place: { path: '/home/ada/.hermes', profile: null, isDefaultRoot: true },
  isPaused: false,
  schema: 30,
  gatewayRunning: true,
  holders: [{ pid: 8, command: 'hermes gateway run', startedMs: 0, deletedInode: false, self: false }],
  databaseBytes: 2_000_000_000,
  freeBytes: 1_000_000_000,
  findings: ['stale-checkpoints', 'temporary-packs', 'leaked-sessions', 'expired-routes', 'damaged-copies'],
  session: { source: 'telegram', cronJobId: null },
  apiServer: false,
  runId: null,
}

const incident = (kind: IncidentKind, subject = ''): Incident => ({
  id: 'i',
  homeId: 'main',
  kind,
  subject,
  level: 'warn',
  title: '',
  rule: '',
  openedMs: 0,
  closedMs: null,
  lastSeenMs: 0,
  acknowledged: null,
  timeline: [],
  unit: null,
  limit: null,
  values: [],
})

const cronRun = incident('runaway-session', 'cron_7c2e90d4ab11_20261109_120000')
const safe = (one: Incident, part: Partial<AdviceContext> = {}) => advise(one, { ...defaults, ...part }).safe
const commands = (one: Incident, part: Partial<AdviceContext> = {}): string[] =>
  safe(one, part).flatMap((step) => (step.kind === 'command' ? [step.command] : []))

describe('advice', () => {
  it.each(INCIDENT_KINDS)('for %s always contains a safe step and a warning', (kind) => {
    for (const schema of [null, 4, 11, 26, 30])
      for (const gatewayRunning of [true, false, null]) {
        const { safe: steps, notNow } = advise(incident(kind, 's'), { ...defaults, schema, gatewayRunning })
        expect(steps.length).toBeGreaterThan(0)
        expect(notNow[0]).toContain('state.db-wal')
      }
  })

  it.each(INCIDENT_KINDS)('for %s never contains a command that deletes', (kind) => {
    for (const schema of [null, 4, 26])
      for (const command of commands(incident(kind, 'cron_j1_20261109_120000'), { schema }))
        expect(command).toMatch(/^hermes (cron pause j1|pause|gateway (stop|restart)|sessions repair)$/)
  })

  it.each([
    ['the usual home', defaults.place, 'hermes cron pause 7c2e90d4ab11'],
    [
      'a profile',
      { path: '/home/ada/.hermes/profiles/work', profile: 'work', isDefaultRoot: true },
      'hermes -p work cron pause 7c2e90d4ab11',
    ],
    [
      'a home elsewhere',
      { path: "/srv/o'brien data", profile: null, isDefaultRoot: false },
      "HERMES_HOME='/srv/o'\\''brien data' hermes cron pause 7c2e90d4ab11",
    ],
  ] as const)('has the exact command for %s', (_, place, command) => {
    expect(commands(cronRun, { place })).toEqual([command])
  })

  it.each([
    ['before jobs could be paused', 4, ['hermes gateway stop']],
    ['an unknown version', null, ['hermes gateway stop']],
    ['since jobs can be paused', 5, ['hermes cron pause 7c2e90d4ab11']],
  ] as const)('depends on the version: %s', (_, schema, expected) => {
    expect(commands(cronRun, { schema })).toEqual(expected)
  })

  it.each([
    ['a chat', 'telegram', 11, ['/stop'], ['hermes gateway stop']],
    ['a chat since everything can be paused', 'telegram', 26, ['/stop'], ['hermes pause']],
    ['a terminal', 'cli', 30, ['Ctrl+C'], []],
    ['a subagent', 'subagent', 30, ['session that started it'], []],
  ] as const)('explains how to stop %s', (_, source, schema, words, expected) => {
    const part = { session: { source, cronJobId: null }, schema }
    const said = safe(incident('runaway-session', 's'), part).flatMap((step) =>
      step.kind === 'words' ? [step.words] : [],
    )
    for (const word of words) expect(said.join(' ')).toContain(word)
    expect(commands(incident('runaway-session', 's'), part)).toEqual(expected)
  })

  it('does not offer to pause Hermes again, because running work continues in a pause', () => {
    for (const kind of ['runaway-session', 'burn-over-budget', 'cron-flood'] as const) {
      expect(commands(incident(kind, 's'))).toEqual(['hermes pause'])
      expect(commands(incident(kind, 's'), { isPaused: true })).toEqual(['hermes gateway stop'])
    }
  })

  it('offers to pause a job or stop a run only if Hermes’ API server is configured', () => {
    expect(safe(cronRun, { apiServer: true })).toContainEqual({
      kind: 'pause-job',
      jobId: '7c2e90d4ab11',
      label: 'Pause the job',
    })
    const run = { runId: 'run_1', session: { source: 'api_server', cronJobId: null } }
    expect(
      safe(incident('runaway-session', 's'), { ...run, apiServer: true }).map(({ kind }) => kind),
    ).toContain('stop-agent-run')
    for (const one of [cronRun, incident('runaway-session', 's')])
      expect(safe(one, run).map(({ kind }) => kind)).not.toContain('stop-agent-run')
  })

  it.each(['$(reboot)', '-rf', "a'b", 'a b', 'x\ny'])('never puts an id like %j into a command', (id) => {
    const part = { session: { source: 'cron', cronJobId: id }, apiServer: true }
    expect(commands(incident('runaway-session', 's'), part)).toEqual([])
    expect(safe(incident('runaway-session', 's'), part).some(({ kind }) => kind === 'pause-job')).toBe(false)
  })

  it('links to the session, whatever its id', () => {
    const step = safe(incident('runaway-session', 'a/../b?c'))[0]
    expect(step).toEqual({
      kind: 'open',
      label: 'Open the session',
      href: '/sessions/a%2F..%2Fb%3Fc?home=main',
    })
  })

  it('offers at most three plans, for existing findings that free most', () => {
    const plans = safe(incident('disk-filling')).filter(({ kind }) => kind === 'plan')
    expect(plans.map((step) => (step.kind === 'plan' ? step.finding : ''))).toEqual([
      'stale-checkpoints',
      'temporary-packs',
    ])
    expect(safe(incident('disk-filling'), { findings: [] }).some(({ kind }) => kind === 'plan')).toBe(false)
  })

  it('offers to remove expired routes only while the gateway is stopped', () => {
    const hasPlan = (gatewayRunning: boolean | null) =>
      safe(incident('flush-storm-due'), { gatewayRunning }).some(({ kind }) => kind === 'plan')
    expect([hasPlan(true), hasPlan(null), hasPlan(false)]).toEqual([false, false, true])
  })

  it.each([
    ['holders', {}, '1 process holds the database'],
    ['unknown holders', { holders: null }, 'who holds the database is unknown'],
    ['too little room', { holders: [] }, 'up to twice the database, 4.00 GB,'],
  ] as const)('warns against compacting because of %s', (_, part, words) => {
    expect(advise(incident('disk-filling'), { ...defaults, ...part }).notNow.join(' ')).toContain(words)
  })
})
