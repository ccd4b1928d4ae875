/** Reads one JSON file of a home with `readTextFile`. Undefined if there is none. */
import type { Part } from '../domain/home/home.ts'
import { parseBoundedJson } from '../shared/bounded-json.ts'
import { failed, ok } from '../shared/result.ts'
import { readTextFile } from './read-text-file.ts'

/** An index of 10,000 chats takes 10 MB. */
const MAX_JSON_BYTES = 16 * 1024 * 1024

export function readJsonFile(homePath: string, name: string, maxBytes = MAX_JSON_BYTES): Part<unknown> {
  const text = readTextFile(homePath, name, maxBytes)
  if (!text.ok) return text
  if (text.value === null) return ok(undefined)
  try {
    return ok(parseBoundedJson(text.value))
  } catch (error) {
    return failed({ code: 'malformed-file', path: name, detail: describeParseError(error) })
  }
}

/**
 * The engine's message quotes the file, which may contain a chat or a secret, so only the position is
 * reported.
 */
function describeParseError(error: unknown): string {
  const place = error instanceof Error ? /at position \d+/.exec(error.message)?.[0] : undefined
  return place === undefined ? 'It is not valid JSON' : `It is not valid JSON ${place}`
}
