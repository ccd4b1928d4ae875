/** Writes session files as Hermes does (docs/hermes.md, "Session files"), each of exactly the requested size. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assertNever } from '../../shared/assert-never.ts'
import { proseOf } from './invented-text.ts'
import { compactStamp, localIso } from './local-stamp.ts'
import { inventMessages, toolCallsJson } from './messages.ts'
import type { FileSpec, MessageSpec } from './spec.ts'
import { DEFAULT_PROMPT } from './write-sessions.ts'

export function writeSessionFiles(sessionsPath: string, files: readonly FileSpec[]): void {
  for (const file of files) {
    const path = join(sessionsPath, nameOf(file))
    if (file.kind === 'saved') mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contentOf(file))
    utimesSync(path, file.modifiedMs / 1000, file.modifiedMs / 1000)
  }
}

function nameOf({ kind, id, modifiedMs }: FileSpec): string {
  switch (kind) {
    case 'transcript':
      return `session_${id}.json`
    case 'jsonl':
      return `${id}.jsonl`
    case 'request-dump':
      return `request_dump_${id}_${compactStamp(modifiedMs)}_${String(Math.floor(modifiedMs) % 1_000_000).padStart(6, '0')}.json`
    case 'temporary':
      return `.sessions_${id}.tmp`
    case 'saved':
      return join('saved', id)
    case 'raw':
      return id
    default:
      return assertNever(kind)
  }
}

function contentOf(file: FileSpec): string {
  switch (file.kind) {
    case 'transcript':
      return padded(file, (filler) => `${JSON.stringify(transcript(file, filler), null, 2)}\n`)
    case 'request-dump':
      return padded(file, (filler) => `${JSON.stringify(requestDump(file, filler), null, 2)}\n`)
    case 'jsonl':
      return padded(file, (filler) => jsonl(file, filler))
    case 'temporary':
    case 'saved':
    case 'raw':
      return proseOf(0, file.bytes)
    default:
      return assertNever(file.kind)
  }
}

/** ASCII only, so that one more character is one more byte. */
function padded({ kind, id, bytes }: FileSpec, write: (filler: string) => string): string {
  const missing = bytes - Buffer.byteLength(write(''))
  if (missing < 0) throw new Error(`a ${kind} of ${id} needs ${bytes - missing} bytes, not ${bytes}`)
  return missing === 0 ? write('') : write(proseOf(bytes, missing))
}

const BYTES_PER_MESSAGE = 2_400

function messagesFor({ id, bytes, modifiedMs }: FileSpec): Record<string, unknown>[] {
  const count = Math.max(0, Math.min(602, Math.floor((bytes - 2_000) / BYTES_PER_MESSAGE)))
  return inventMessages(id, count, modifiedMs - count * 8_000, modifiedMs).map((message, index) =>
    messageJson(message, `${index}`, proseOf(index * 977, 1_200)),
  )
}

function messageJson(message: MessageSpec, call: string, text: string): Record<string, unknown> {
  if (message.toolCalls !== undefined)
    return {
      role: message.role,
      content: '',
      tool_calls: JSON.parse(toolCallsJson(message.toolCalls, call)) as unknown,
      finish_reason: 'tool_calls',
    }
  if (message.toolName !== undefined)
    return { role: 'tool', content: text, tool_call_id: `call_${call}_0`, tool_name: message.toolName }
  return { role: message.role, content: text }
}

function transcript(file: FileSpec, filler: string): Record<string, unknown> {
  const messages = messagesFor(file)
  return {
    session_id: file.id,
    model: 'anthropic/claude-sonnet-4.5',
    base_url: 'https://openrouter.ai/api/v1',
    platform: file.platform ?? (file.id.startsWith('cron_') ? 'cron' : 'cli'),
    session_start: localIso(file.modifiedMs - messages.length * 8_000),
    last_updated: localIso(file.modifiedMs),
    system_prompt: DEFAULT_PROMPT + filler,
    tools: [],
    message_count: messages.length,
    messages,
  }
}

function requestDump(file: FileSpec, filler: string): Record<string, unknown> {
  return {
    timestamp: localIso(file.modifiedMs),
    session_id: file.id,
    reason: 'non_retryable_client_error',
    request: {
      method: 'POST',
      url: 'https://openrouter.ai/api/v1/chat/completions',
      headers: { Authorization: 'Bearer [redacted]', 'Content-Type': 'application/json' },
      body: { model: 'anthropic/claude-sonnet-4.5', messages: [{ role: 'user', content: filler }] },
    },
    error: { type: 'BadRequestError', message: 'context length exceeded', status_code: 400 },
  }
}

function jsonl(file: FileSpec, filler: string): string {
  const line = (role: string, content: string) =>
    `${JSON.stringify({ role, content, timestamp: localIso(file.modifiedMs) })}\n`
  return line('user', 'Go on, please.') + line('assistant', filler)
}
