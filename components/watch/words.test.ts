import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@/lib/shared/time'
import { exampleBurner, exampleIncident, exampleWatch, SEEN_MS } from '@/lib/testing/examples/example-watch'
import { levelsOf, newIncidents } from './alerts/new-incidents'
import { burnersModel } from './burn/burners-model'
import { burnWords, moneyWords } from './burn/words'
import { parseWatchView, watchHref } from './view-state'
import { holdersModel, vitalsOf } from './vitals-model'
import { connectionStatus, evidenceWords, restartWords, shownTimeline, worstFirst } from './words'

const quiet = exampleWatch({ incidents: [] })
const withBurn = (changes: Partial<typeof quiet.burn>) => ({ ...quiet.burn, ...changes })

describe('the burn rate', () => {
  it('has a rate, its parts, comparisons and a projection', () => {
    expect(burnWords(quiet.burn)).toEqual({
      rate: { value: '184', unit: 'K' },
      isHigh: true,
      times: '31×',
      comparison: 'yesterday at this hour, 5.9 K',
      facts: [
        { name: 'Last week', value: 'nobody watched' },
        { name: 'Last 2 h', value: '22 M, at least $18.40' },
        { name: 'To midnight', value: '+104 M, cost unknown' },
      ],
      fresh: '42 K',
      cache: '142 K',
      finding: 'Above the 50 K limit for 1 h 59 min',
    })
  })

  it('is unknown before the second sample, never zero', () => {
    const words = burnWords(withBurn({ tokensPerMinute: null, aboveLimitMs: 0, lastTwoHours: null }))
    expect(words.rate).toBeNull()
    expect(words).toMatchObject({ fresh: 'unknown', cache: 'unknown' })
    expect(words.facts.find(({ name }) => name === 'Last 2 h')?.value).toBe('unknown')
  })

  it.each([
    [{ yesterdayPerMinute: null }, '', 'Nobody watched yesterday at this hour'],
    [{ yesterdayPerMinute: 0 }, '', 'Nothing burnt yesterday at this hour'],
    [{ yesterdayPerMinute: 150_000 }, '1.2×', 'yesterday at this hour, 150 K'],
  ])('compares with yesterday: %j', (changes, times, comparison) => {
    expect(burnWords(withBurn(changes))).toMatchObject({ times, comparison })
  })

  it.each([
    [{ usd: 2, status: 'known' }, '$2.00'],
    [{ usd: 2, status: 'partial' }, 'at least $2.00'],
    [{ usd: null, status: 'unknown' }, 'unknown'],
    [{ usd: null, status: 'known' }, 'unknown'],
  ] as const)('money %j is %s', (money, words) => {
    expect(moneyWords(money)).toBe(words)
  })
})

describe('the burners table', () => {
  it('states the share of the highest, and every loop sign', () => {
    const { title, rows } = burnersModel(quiet, 'session')
    expect(title).toBe('One run is 93 % of the burn')
    expect(rows[0]).toMatchObject({
      label: 'inbox-triage',
      under: 'cron, hermes-4-405b',
      rate: '171 K',
      isHot: true,
      bar: 1,
      messages: '1,284',
      signs: ['same call 209×', 'no user turn'],
    })
  })

  it('makes characters that change the reading direction visible', () => {
    const hostile = exampleBurner({ label: '<b>\u202Egpj.exe', model: '\u001b[31m' })
    const { rows } = burnersModel({ ...quiet, burn: withBurn({ burners: [hostile] }) }, 'session')
    expect(rows[0]).toMatchObject({ label: '<b><U+202E>gpj.exe', under: 'cron, ␛[31m' })
  })

  it('shows at most five, with bars relative to the highest', () => {
    const burners = Array.from({ length: 9 }, (_, index) => exampleBurner({ id: `s${index}` }))
    expect(burnersModel({ ...quiet, burn: withBurn({ burners }) }, 'session').rows).toHaveLength(5)
  })

  it('says whether nothing burns or nothing is known', () => {
    const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
    const idle = withBurn({ tokensPerMinute: none, burners: [] })
    expect(burnersModel({ ...quiet, burn: idle }, 'job').title).toBe('No cron job burns now')
    expect(burnersModel({ ...quiet, burn: { ...idle, tokensPerMinute: null } }, 'session').title).toBe(
      'What burns is not known yet',
    )
  })
})

describe('disk, writes and WAL', () => {
  it('describe the values that were read', () => {
    const [disk, writes, wal] = vitalsOf(exampleWatch(), SEEN_MS)
    expect(disk).toMatchObject({
      figure: { value: '1.86', unit: 'GB of 40' },
      words: 'Full in 6 d on the 7-day trend, 45 h at the last hour’s rate. Inodes 31 % used.',
      isLive: false,
      warning: 'The disk fills soon',
    })
    expect(writes).toMatchObject({
      label: 'Writes arriving',
      isLive: true,
      warning: null,
      figure: { value: '0.4', unit: 's ago' },
      words: '14 rows a minute. Gateway active 0.3 s ago, 1 at work.',
    })
    expect(wal?.figure).toEqual({ value: '228', unit: 'MB' })
  })

  it.each([
    [{}, 'Full in 6 d on the 7-day trend, 45 h at the last hour’s rate.', true],
    [{ hoursToFull: 5, daysToFullTrend: null }, 'Full in 5 h at the last hour’s rate.', true],
    [
      { hoursToFull: 45, daysToFullTrend: 300 },
      'Full in 300 d on the 7-day trend, 45 h at the last hour’s rate.',
      false,
    ],
    [{ hoursToFull: 900_000, daysToFullTrend: 14_823 }, 'Won’t fill up in the next 2 years.', false],
    [{ hoursToFull: 5, daysToFullTrend: 14_823 }, 'Full in 5 h at the last hour’s rate.', true],
    [{ isFilling: false, hoursToFull: null, daysToFullTrend: null }, 'Not filling in the last hour.', false],
    [{ isFilling: null, hoursToFull: null, daysToFullTrend: null }, 'No trend yet.', false],
    [{ freeBytes: 0 }, 'The disk is full.', true],
    [{ freeBytes: null, hoursToFull: null, daysToFullTrend: null }, 'Free space could not be read.', false],
  ])('the forecast %j: %s', (change, words, warns) => {
    const { disk } = exampleWatch()
    const [vital] = vitalsOf(exampleWatch({ incidents: [], disk: { ...disk, ...change } }), SEEN_MS)
    expect(vital?.words.startsWith(words)).toBe(true)
    expect(vital?.warning).toBe(warns ? 'The disk fills soon' : null)
  })

  it('a frozen database is shown as stalled, with the age of its newest row', () => {
    const frozen = exampleWatch({
      incidents: [exampleIncident({ kind: 'newest-row-frozen' })],
      writes: { ...quiet.writes, lastMessageMs: SEEN_MS - 5 * HOUR_MS, rowsPerMinute: 0 },
    })
    expect(vitalsOf(frozen, SEEN_MS)[1]).toMatchObject({
      label: 'Writes stalled',
      isLive: false,
      warning: 'Incident open',
      figure: { value: '5', unit: 'h ago' },
    })
  })

  it('values that could not be read are unknown', () => {
    const blind = exampleWatch({
      disk: {
        freeBytes: null,
        totalBytes: null,
        freeInodes: null,
        totalInodes: null,
        isFilling: null,
        hoursToFull: null,
        daysToFullTrend: null,
        trend: [],
      },
      writes: {
        lastMessageMs: null,
        rowsPerMinute: null,
        gatewayRunning: null,
        gatewayActiveMs: null,
        activeAgents: null,
        trend: [],
      },
      wal: { bytes: null, words: 'There is no WAL to read.', trend: [] },
      holders: null,
      restart: { flushes: null, calls: null },
    })
    expect(vitalsOf(blind, SEEN_MS).map(({ figure }) => figure)).toEqual([null, null, null])
    expect(holdersModel(blind, SEEN_MS).title).toBe('Who holds state.db is unknown')
    expect(restartWords(blind)).toBeNull()
  })

  it('holders are listed with their process and any warning', () => {
    const odd = exampleWatch({
      holders: [{ pid: 9, command: 'hermes chat', startedMs: null, deletedInode: true, self: false }],
    })
    expect(holdersModel(odd, SEEN_MS)).toEqual({
      title: '1 process holds state.db',
      rows: [
        { pid: 9, command: 'hermes chat', age: 'age unknown', does: 'holds a deleted file', isWarning: true },
      ],
    })
    const old = exampleWatch({ holdersAskedMs: SEEN_MS - 4 * MINUTE_MS })
    expect(holdersModel(old, SEEN_MS).title).toBe('2 processes hold state.db, asked 4 min ago')
  })
})

describe('incidents', () => {
  it('critical incidents come first, then unacknowledged ones, then the oldest', () => {
    const seen = { atMs: SEEN_MS, by: 'operator', note: '' }
    const all = [
      exampleIncident({ id: 'warn', level: 'warn' }),
      exampleIncident({ id: 'seen', acknowledged: seen }),
      exampleIncident({ id: 'younger', openedMs: SEEN_MS }),
      exampleIncident({ id: 'older', openedMs: 0 }),
    ]
    expect(worstFirst(all).map(({ id }) => id)).toEqual(['older', 'younger', 'seen', 'warn'])
  })

  it('a long timeline shows its first and newest entries and counts the others', () => {
    const timeline = Array.from({ length: 12 }, (_, index) => ({
      atMs: index,
      kind: 'evidence' as const,
      words: String(index),
    }))
    const { first, between, last } = shownTimeline(timeline)
    expect([first.map(({ words }) => words), between, last.map(({ words }) => words)]).toEqual([
      ['0'],
      8,
      ['9', '10', '11'],
    ])
    expect(shownTimeline(timeline.slice(0, 5)).between).toBe(0)
  })

  it('the evidence is the rule’s value with its limit', () => {
    expect(evidenceWords(exampleIncident())).toBe('171 K tokens a minute, limit 50 K tokens a minute')
    expect(evidenceWords(exampleIncident({ unit: null }))).toBeNull()
    const over = { closedMs: 9, limit: null, values: [3, 8, 0].map((value, atMs) => ({ atMs, value })) }
    expect(evidenceWords(exampleIncident({ ...over, unit: 'count' }))).toBe('at its worst 8')
    expect(evidenceWords(exampleIncident({ ...over, unit: 'hours' }))).toBe('at its worst 0 s')
    expect(evidenceWords(exampleIncident({ values: [] }))).toBeNull()
  })

  it('only incidents that opened or got worse are new', () => {
    const before = levelsOf([exampleIncident({ level: 'warn' }), exampleIncident({ id: 'same' })])
    const now = [exampleIncident(), exampleIncident({ id: 'same' }), exampleIncident({ id: 'fresh' })]
    expect(newIncidents(now, before).map(({ id }) => id)).toEqual(['incident-1', 'fresh'])
    expect(newIncidents([exampleIncident({ id: 'same', level: 'warn' })], before)).toEqual([])
  })
})

describe('the connection status', () => {
  const state = exampleWatch()
  it.each([
    [{ kind: 'live' }, 800, 'live', 'Live, 0.8 s old'],
    [{ kind: 'opening' }, 800, 'waiting', 'Seen 0.8 s ago'],
    [{ kind: 'live' }, 40_000, 'waiting', 'No new look for 40 s'],
    [{ kind: 'asking', answered: true }, 3_000, 'lost', 'Stream lost, last look 3.0 s ago, asking every 5 s'],
    [{ kind: 'asking', answered: false }, 40_000, 'lost', 'No answer, last look 40 s ago, asking every 5 s'],
    [{ kind: 'hidden' }, 40_000, 'waiting', 'Paused while hidden, last look 40 s ago'],
    [{ kind: 'stopped', why: 'signed-out' }, 0, 'lost', 'Stopped: signed out'],
    [{ kind: 'stopped', why: 'no-home' }, 0, 'lost', 'Stopped: this home is not there any more'],
  ] as const)('%j after %i ms', (connection, ageMs, tone, text) => {
    expect(connectionStatus({ state, connection }, SEEN_MS + ageMs)).toEqual({ tone, text })
  })

  it('paused reads are not live, and there is no age before the first sample', () => {
    const paused = exampleWatch({ pausedMs: SEEN_MS })
    expect(connectionStatus({ state: paused, connection: { kind: 'live' } }, SEEN_MS + 60_000).text).toBe(
      'Reads paused, last look 1 min ago',
    )
    expect(connectionStatus({ state: null, connection: { kind: 'live' } }, SEEN_MS).text).toBe(
      'Waiting for the first look',
    )
  })
})

describe('the address', () => {
  it('contains home, grouping and wallboard, and invalid parameters mean the default', () => {
    const view = parseWatchView({ home: 'main', by: 'model', wall: '1', incident: 'i1' })
    expect(view).toEqual({ home: 'main', by: 'model', incident: 'i1', wall: true })
    expect(watchHref(view, {})).toBe('/watch?home=main&by=model&incident=i1&wall=1')
    expect(watchHref(view, { wall: false, by: 'session', incident: null })).toBe('/watch?home=main')
    expect(parseWatchView({ home: ['a', 'b'], by: 'x', wall: 'yes' })).toEqual({
      home: null,
      by: 'session',
      incident: null,
      wall: false,
    })
  })
})
