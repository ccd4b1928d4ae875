import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberHome } from '../../store/homes.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { readSessionMessageTotals } from '../../store/samples/message-rollups.ts'
import { insertMessages, makeMessageDb, messageSourceOf } from '../../testing/message-table.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { indexMessages } from './index-messages.ts'
import { MessageTotalsCache } from './message-totals-cache.ts'
import { reconcileMessages } from './reconcile-messages.ts'

let temp: TempHome
let store: Store
let otherServer: Store
let writer: Database.Database
let reader: Database.Database
let homeId: number
let cache: MessageTotalsCache

const open = (): Store => {
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  return opened.value
}

beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
  store = open()
  otherServer = open()
  homeId = rememberHome(store, temp.path)
  writer = makeMessageDb(temp.path)
  reader = new Database(join(temp.path, 'state.db'), { readonly: true, fileMustExist: true })
  cache = new MessageTotalsCache(store, homeId)
  insertMessages(writer, [message('a'), message('b'), message('c')])
  indexMessages(input(store))
  cache.read()
})
afterEach(() => {
  reader.close()
  writer.close()
  otherServer.close()
  store.close()
  temp.cleanup()
})

const input = (into: Store) => ({
  store: into,
  homeId,
  nowMs: 1_790_000_000_000,
  batchSize: 2,
  ...messageSourceOf(temp.path, reader),
})
const message = (sessionId: string) => ({ sessionId, content: 'x', timestamp: 1_790_000_000 })
const expectExact = () => expect(cache.read()).toEqual(readSessionMessageTotals(store, homeId))

describe('the message counts in memory', () => {
  it('are read again only for sessions that a commit added to', () => {
    const untouched = cache.read().get('a')
    insertMessages(writer, [message('b'), message('b'), message('b'), message('new')])
    cache.advance(indexMessages(input(store)))
    expectExact()
    expect(cache.read().get('b')?.messages).toBe(4)
    expect(cache.read().get('new')?.messages).toBe(1)
    expect(cache.read().get('a')).toBe(untouched)
  })

  it('are exact if another server on the same data folder counted first', () => {
    insertMessages(writer, [message('b')])
    indexMessages(input(otherServer))
    insertMessages(writer, [message('c')])
    cache.advance(indexMessages(input(store)))
    expectExact()
  })

  it('are exact if another server recounted sessions without changing the sum', () => {
    insertMessages(writer, [message('b')])
    writer.prepare("DELETE FROM messages WHERE session_id = 'a'").run()
    reconcileMessages(input(otherServer))
    cache.advance(indexMessages(input(store)))
    expectExact()
    expect(cache.read().has('a')).toBe(false)
  })

  it('are exact after the database was replaced', () => {
    cache.advance(indexMessages({ ...input(store), identity: 'another:file' }))
    expectExact()
  })
})
