/**
 * Compares list, session and transcript with SQL on a copy and a plain listing of the folder. Runs on
 * generated homes of every era, and on real ones if present next to the project.
 */
import { cpSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { SORT_KEYS } from '../../domain/sessions/list/session-columns.ts'
import type { SessionItem } from '../../domain/sessions/list/session-item.ts'
import type { TranscriptMessage } from '../../domain/sessions/transcript.ts'
import { parseSessionParams } from '../../server/http/params/session-params.ts'
import { openStore } from '../../store/open-store.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readSessionDetail } from './read-session-detail.ts'
import { readSessionList, type SessionList } from './read-session-list.ts'
import { readSessionTranscript } from './read-session-transcript.ts'

const temp = tempHome()
const opened = openStore(join(temp.root, 'data'))
if (!opened.ok) throw new Error(opened.fault.detail)
const store = opened.value
afterAll(() => {
  store.close()
  temp.cleanup()
})

describe.each(homesOfEveryEra)('%s', (name, makeHomeAt) => {
  const path = makeHomeAt(temp.root)
  const copy = join(temp.root, `copy-${name.replace(' ', '-')}`, 'state.db')
  cpSync(join(path, 'state.db'), copy)
  const db = new Database(copy)
  const ids = (where: string) =>
    db.prepare<[], string>(`SELECT id FROM sessions s WHERE ${where}`).pluck().all().sort()
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const observer = new HomeObserver(home, new HomeMemory(store, path), { readOnly: true, clock: Date.now })

  const ask = async (params: string): Promise<SessionList> => {
    const parsed = parseSessionParams(new URLSearchParams(params))
    if (!parsed.ok) throw new Error(parsed.fault)
    const answer = await readSessionList(observer, parsed.value.query)
    if (!answer.ok) throw new Error(answer.fault.code)
    return answer.value
  }
  const idsFor = async (params: string) => (await ask(`${params}&limit=500`)).items.map(({ id }) => id).sort()

  it('every filter matches the same sessions as SQL', async () => {
    expect(await idsFor('')).toEqual(ids('1'))
    expect(await idsFor('source=cron')).toEqual(ids("source = 'cron'"))
    expect(await idsFor('endReason=null')).toEqual(ids('end_reason IS NULL'))
    expect(await idsFor('state=live&state=leaked')).toEqual(ids('ended_at IS NULL'))
    expect(await idsFor('minMessages=8&maxMessages=12')).toEqual(ids('message_count BETWEEN 8 AND 12'))
    expect(await idsFor('q=CRON_')).toEqual(
      ids(
        "instr(lower(id || ' ' || source || ' ' || coalesce(title, '') || ' ' || coalesce(model, '')), 'cron_')",
      ),
    )
    expect(await idsFor('minTokens=1')).toEqual(
      ids('input_tokens + output_tokens + cache_read_tokens + cache_write_tokens >= 1'),
    )
    expect(await idsFor('minCostUsd=0')).toEqual(ids(`${COST} IS NOT NULL`))
  })

  it('with one row per conversation, a filter still finds every session in it', async () => {
    const all = (await ask('view=conversations&limit=500')).items
    const entryOf = new Map(
      all.flatMap(({ id, members }) => [
        [id, id] as const,
        ...[...(members?.shown.map((member) => member.id) ?? []), ...(members?.moreIds ?? [])].map(
          (member) => [member, id] as const,
        ),
      ]),
    )
    expect([...entryOf.keys()].sort()).toEqual(ids('1'))
    const entriesOf = (rows: readonly string[]) => [...new Set(rows.map((id) => entryOf.get(id)))].sort()
    const folded = (params: string) => idsFor(`view=conversations&${params}`)
    for (const source of db.prepare<[], string>('SELECT DISTINCT source FROM sessions').pluck().all())
      expect(await folded(`source=${source}`)).toEqual(entriesOf(ids(`source = '${source}'`)))
    expect(await folded('endReason=compression')).toEqual(entriesOf(ids("end_reason = 'compression'")))
    expect(await folded('state=live&state=leaked')).toEqual(entriesOf(ids('ended_at IS NULL')))
    for (const state of ['live', 'leaked'])
      expect(await folded(`state=${state}`)).toEqual(entriesOf(await idsFor(`state=${state}`)))
    const runs = ids("id GLOB 'cron_a1a1a1a1a1a1_*'")
    expect(await folded('job=a1a1a1a1a1a1')).toEqual(entriesOf(runs))
    const { facets } = await ask('view=conversations')
    for (const { value, count } of facets?.source.values ?? [])
      expect([value, count]).toEqual([value, (await folded(`source=${value}`)).length])
  })

  it('every sort gives the order SQL gives, page by page', async () => {
    const columns = new Map([
      ['startedAt', 'started_at'],
      ['endedAt', 'ended_at'],
      ['messages', 'message_count'],
      ['toolCalls', 'tool_call_count'],
      ['inputTokens', 'input_tokens'],
      ['outputTokens', 'output_tokens'],
      ['cacheReadTokens', 'cache_read_tokens'],
      ['costUsd', COST],
      ['title', 'lower(title)'],
      ['source', 'lower(source)'],
      ['model', 'lower(model)'],
      ['endReason', 'lower(end_reason)'],
      ['messageBytes', MESSAGE_BYTES],
    ])
    for (const sort of SORT_KEYS) {
      for (const order of ['asc', 'desc']) {
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const page = await ask(
            `sort=${sort}&order=${order}&limit=7${cursor === null ? '' : `&cursor=${cursor}`}`,
          )
          seen.push(...page.items.map(({ id }) => id))
          cursor = page.nextCursor
        } while (cursor !== null)
        const column = columns.get(sort)
        const sql = `SELECT id FROM sessions s ORDER BY ${column} ${order} NULLS LAST, id`
        if (column === undefined || column === MESSAGE_BYTES) expect(new Set(seen).size).toBe(ids('1').length)
        else expect([sort, order, seen]).toEqual([sort, order, db.prepare(sql).pluck().all()])
      }
    }
  })

  it('facets and totals are sums over the same rows', async () => {
    const { facets, totals, total } = await ask('')
    const counts = (column: string) =>
      db
        .prepare(
          `SELECT ${column} AS value, count(*) AS count FROM sessions GROUP BY 1 ORDER BY 2 DESC, 1 NULLS LAST`,
        )
        .all()
    const shown = (key: 'source' | 'endReason' | 'model') =>
      facets?.[key].values.map(({ value, count }) => ({ value, count }))
    expect(shown('source')).toEqual(counts('source'))
    expect(shown('endReason')).toEqual(counts('end_reason'))
    expect(shown('model')).toEqual(counts('model'))
    expect(total).toBe(db.prepare('SELECT count(*) FROM sessions').pluck().get())
    expect(totals).toMatchObject({
      messages: db.prepare('SELECT sum(message_count) FROM sessions').pluck().get(),
      cacheReadTokens: db.prepare('SELECT sum(cache_read_tokens) FROM sessions').pluck().get(),
    })
  })

  it('bytes and files of every session are those in the folder', async () => {
    const folder = join(path, 'sessions')
    const known = new Set(ids('1'))
    const expected = new Map<string, { files: number; bytes: number }>()
    for (const file of readdirSync(folder)) {
      const stats = lstatSync(join(folder, file))
      const id = file
        .replace(/^request_dump_(.+)_\d{8}_\d{6}_\d{6}\.json$/, '$1')
        .replace(/^session_(.+)\.json$/, '$1')
        .replace(/\.jsonl?$/, '')
      if (!stats.isFile() || file === 'sessions.json' || !known.has(id)) continue
      const tally = expected.get(id) ?? { files: 0, bytes: 0 }
      expected.set(id, { files: tally.files + 1, bytes: tally.bytes + stats.blocks * 512 })
    }
    for (const { id, files, bytes } of (await ask('limit=500')).items)
      expect({ id, files, bytes }).toEqual({ id, ...(expected.get(id) ?? { files: 0, bytes: 0 }) })
  })

  it('a session matches its rows, and every message can be read once in either direction', async () => {
    for (const item of (await ask('sort=messages&limit=8')).items) {
      const answer = await readSessionDetail(observer, { id: item.id })
      if (!answer.ok) throw new Error(answer.fault.code)
      const detail = answer.value
      const roles = db
        .prepare<[string]>(
          `SELECT role, count(*) AS messages, sum(${bytesOf(db)}) AS bytes FROM messages WHERE session_id = ?
           GROUP BY 1 ORDER BY 3 DESC, 1`,
        )
        .all(item.id)
      expect(detail.roles?.shares).toEqual(roles)
      expect(detail.session).toEqual(item satisfies SessionItem)
      const stored = db
        .prepare<[string], number>('SELECT id FROM messages WHERE session_id = ? ORDER BY id')
        .pluck()
        .all(item.id)
      expect(detail.hours?.points.reduce((sum, { messages }) => sum + messages, 0)).toBe(stored.length)
      expect(detail.facts.find((fact) => fact.name === 'Messages stored')?.value).toBe(stored.length)
      expect((detail.roles?.toolBytes ?? 0) + (detail.roles?.conversationBytes ?? 0)).toBe(item.messageBytes)
      const forth = readAll(observer, item.id, 'start')
      expect(forth.map(({ id }) => id)).toEqual(stored)
      expect(readAll(observer, item.id, 'end')).toEqual(forth)
      const text = db.prepare<[number], string | null>('SELECT content FROM messages WHERE id = ?').pluck()
      for (const { id, text: shown, truncated } of forth) {
        const content = text.get(id) ?? ''
        expect(truncated).toBe(Buffer.byteLength(content) > HEAD_BYTES)
        // Hermes stores a message with parts, such as a photo, as NUL and JSON.
        const isText = !truncated && !content.startsWith('\u0000')
        if (isText) expect(shown).toBe(content)
        else expect(shown).not.toContain('\u0000')
      }
    }
  })

  it.each(['no such id', '../x', 'a\u0000b', '', '%', "' OR 1 --", 'x'.repeat(4_096)])(
    '%j is no session',
    async (id) => {
      expect(await readSessionDetail(observer, { id })).toEqual({
        ok: false,
        fault: { code: 'no-such-session' },
      })
      expect(
        readSessionTranscript(observer, { id, query: { cursor: null, from: 'start', limit: 5 } }),
      ).toEqual({
        ok: false,
        fault: { code: 'no-such-session' },
      })
    },
  )
})

/** As much of a message as a transcript loads. */
const HEAD_BYTES = 8_192
const MESSAGE_BYTES = 'message bytes'
/** Hermes stores an unknown price as 0. Only a status makes it a real figure. */
const COST = `CASE WHEN coalesce(actual_cost_usd, estimated_cost_usd) = 0
  AND coalesce(cost_status, '') NOT IN ('actual', 'estimated', 'included') THEN NULL
  ELSE coalesce(actual_cost_usd, estimated_cost_usd) END`

/** The bytes of all message and reasoning text, independent of the SQL in collect. */
function bytesOf(db: Database.Database): string {
  const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('messages')").pluck().all()
  return ['content', 'tool_call_id', 'tool_calls', 'tool_name', 'api_content', ...columns.filter(isReasoning)]
    .filter((column) => columns.includes(column))
    .map((column) => `coalesce(length(CAST(${column} AS BLOB)), 0)`)
    .join(' + ')
}

const isReasoning = (column: string): boolean => /^(reasoning|codex_)/.test(column)

function readAll(observer: HomeObserver, id: string, from: 'start' | 'end'): TranscriptMessage[] {
  const all: TranscriptMessage[] = []
  let cursor: string | null = null
  do {
    const answer = readSessionTranscript(observer, { id, query: { cursor, from, limit: 3 } })
    if (!answer.ok) throw new Error(answer.fault.code)
    const { items, nextCursor, previousCursor } = answer.value
    if (from === 'start') all.push(...items)
    else all.unshift(...items)
    cursor = from === 'start' ? nextCursor : previousCursor
  } while (cursor !== null)
  return all
}
