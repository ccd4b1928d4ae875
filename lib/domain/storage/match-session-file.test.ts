import { expect, test } from 'vitest'
import { makeOwnerLookup } from './match-session-file.ts'
import { parseSessionFileName } from './parse-session-file.ts'

const ownerOf = (name: string, ...ids: string[]) =>
  makeOwnerLookup(new Set(ids))({ name, sessionId: parseSessionFileName(name).sessionId })

test('a file belongs to the session named literally in its file name', () => {
  expect(ownerOf('session_a.json', 'a')).toBe('a')
  expect(ownerOf('a.jsonl', 'a')).toBe('a')
  expect(ownerOf('request_dump_a_20260801_101010_000001.json', 'a')).toBe('a')
  expect(ownerOf('session_ab.json', '*', 'a', 'a*', '')).toBeNull()
})

test('an id that is a prefix of another owns none of the other’s files', () => {
  expect(ownerOf('request_dump_a_b_20260801_101010_000001.json', 'a')).toBeNull()
  expect(ownerOf('request_dump_a_b_20260801_101010_000001.json', 'a', 'a_b')).toBe('a_b')
})

test('session_X.json counts as owned by a session called session_X', () => {
  expect(ownerOf('session_a.json', 'session_a')).toBe('session_a')
  expect(ownerOf('session_a.json', 'session_a', 'a')).toBe('a')
})

test('ids with unsafe characters own the file names Hermes derives from them', () => {
  expect(ownerOf('session_.._x.json', '../x')).toBe('../x')
  expect(ownerOf('room-42-chat.jsonl', 'room/42:chat')).toBe('room/42:chat')
  expect(ownerOf('request_dump_a_b_20260801_101010_000001.json', 'a b')).toBe('a b')
})

test('files without a session id have no owner', () => {
  expect(ownerOf('sessions.json', 'sessions')).toBeNull()
  expect(ownerOf('.sessions_a.tmp', 'a')).toBeNull()
})
