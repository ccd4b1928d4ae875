import { describe, expect, test } from 'vitest'
import { parseSessionFileName } from './parse-session-file.ts'

describe('a file name in sessions/ determines its kind and session', () => {
  test.each([
    ['session_20260801_101010_abc123.json', 'transcript', '20260801_101010_abc123'],
    ['session_cron_job_20260801_101010.json', 'transcript', 'cron_job_20260801_101010'],
    ['20260801_101010_abc12345.jsonl', 'transcript', '20260801_101010_abc12345'],
    ['20260801_101010_abc12345.json', 'transcript', '20260801_101010_abc12345'],
    ['session_x.jsonl', 'transcript', 'session_x'],
    ['session_.json', 'transcript', 'session_'],
    ['session_line\nbreak.json', 'transcript', 'line\nbreak'],
    ['session_*.json', 'transcript', '*'],
    ['request_dump_a_20260801_101010_000001.json', 'request-dump', 'a'],
    ['request_dump_a_20260801_101010_20260801_101010_000001.json', 'request-dump', 'a_20260801_101010'],
    [
      'request_dump_a_20260801_101010_000001_20260802_101010_000002.json',
      'request-dump',
      'a_20260801_101010_000001',
    ],
    ['sessions.json', 'routing-index', null],
    ['.sessions_x1y2.tmp', 'temporary', null],
    ['request_dump_a.json', 'unknown', null],
    ['request_dump__20260801_101010_000001.json', 'unknown', null],
    ['.hidden.json', 'unknown', null],
    ['.json', 'unknown', null],
    ['.jsonl', 'unknown', null],
    ['a.json.bak', 'unknown', null],
    ['a.txt', 'unknown', null],
  ])('%j is %s of %j', (name, kind, sessionId) => {
    expect(parseSessionFileName(name)).toEqual({ kind, sessionId })
  })
})
