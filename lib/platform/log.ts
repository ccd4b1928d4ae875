/**
 * The server's log on stderr, one line per event: readable on a terminal, JSON otherwise. Secrets are redacted and
 * writing never blocks or fails (docs/log.md).
 */
import { createInterface } from 'node:readline'
import { isatty } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { isMainThread, parentPort, type Worker } from 'node:worker_threads'
import { visibleText } from '../shared/visible-text.ts'
import { type LogSink, makeLogSink } from './log-sink.ts'
import { isSecretName, REDACTED, redact, secretsIn } from './redact.ts'
import type { FromWorker } from './worker-messages.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type LogValue = string | number | boolean | null
/** Plain values only, so that no request, header list or settings object can be logged whole. */
export type LogFields = Readonly<Record<string, LogValue | undefined>>

/** `cause`: the thrown value. Its stack is included in the line. */
type LogWriter = (message: string, fields?: LogFields, cause?: unknown) => void
export type Log = Readonly<Record<LogLevel, LogWriter>>

export type LogOptions = {
  readonly level: LogLevel
  readonly isTerminal: boolean
  readonly write: (line: string) => void
  readonly now: () => number
  /** Values that must not appear in any line. */
  readonly secrets: readonly string[]
}

export function makeLog(options: LogOptions): Log {
  const lowest = LOG_LEVELS.indexOf(options.level)
  const writerOf =
    (level: LogLevel): LogWriter =>
    (message, fields = {}, cause) => {
      if (LOG_LEVELS.indexOf(level) < lowest) return
      options.write(formatLine(options, level, message, fields, cause))
    }
  return {
    debug: writerOf('debug'),
    info: writerOf('info'),
    warn: writerOf('warn'),
    error: writerOf('error'),
  }
}

function formatLine(
  { isTerminal, now, secrets }: Omit<LogOptions, 'level' | 'write'>,
  level: LogLevel,
  message: string,
  fields: LogFields,
  cause: unknown,
): string {
  const line = {
    time: new Date(now()).toISOString(),
    level,
    message: redact(message, secrets),
    ...redactFields(fields, secrets),
    ...(cause === undefined ? {} : { error: redact(describeError(cause), secrets) }),
  }
  return `${isTerminal ? terminalLine(line) : JSON.stringify(line)}\n`
}

function redactFields(fields: LogFields, secrets: readonly string[]): Record<string, LogValue> {
  const clean: Record<string, LogValue> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (isSecretName(name)) clean[name] = REDACTED
    else clean[name] = typeof value === 'string' ? redact(value, secrets) : value
  }
  return clean
}

type Line = { time: string; level: LogLevel; message: string; error?: string }

function terminalLine({ time, level, message, error, ...fields }: Line): string {
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name}=${terminalValue(value)}`)
  const stack = error === undefined ? '' : `\n  ${visibleText(error).replaceAll('\n', '\n  ')}`
  return `${time} ${level.padEnd(5)} ${oneLine(message)}${pairs.join('')}${stack}`
}

const terminalValue = (value: unknown): string =>
  typeof value === 'string' && !/^[\w./:@+-]+$/.test(value) ? JSON.stringify(oneLine(value)) : String(value)

/** Names from a home may contain control characters, which a terminal must not interpret. */
const oneLine = (text: string): string => visibleText(text).replace(/\s+/g, ' ')

/** A stack without its cause often says only that something failed. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\nCaused by: ${describeError(error.cause)}`
}

const STDERR = 2
const KEY = Symbol.for('hermes-steward.log-sink')
type Shared = typeof globalThis & { [KEY]?: LogSink }

/** One per process: Next loads this module more than once, and two writers would mix their lines. */
function sharedSink(options: Omit<LogOptions, 'level' | 'write'>): LogSink {
  const shared: Shared = globalThis
  shared[KEY] ??= makeLogSink(STDERR, (dropped) =>
    formatLine(options, 'warn', 'log lines dropped', { dropped }, undefined),
  )
  return shared[KEY]
}

/** For tests that check the lines. */
export function setLogSink(write: LogSink['write']): void {
  const shared: Shared = globalThis
  shared[KEY] = { write, flush: () => Promise.resolve() }
}

const FLUSH_WITHIN_MS = 1_000

/** Before the process ends. A reader that stopped reading delays that by a second at most. */
export async function flushLog(): Promise<void> {
  const shared: Shared = globalThis
  await shared[KEY]?.flush(FLUSH_WITHIN_MS)
}

/** Created at the first line, when the environment is complete. Startup already rejected an invalid level. */
function logOfProcess(): { readonly log: Log; readonly write: (line: string) => void } {
  const { STEWARD_LOG_LEVEL } = process.env
  const level = LOG_LEVELS.find((each) => each === STEWARD_LOG_LEVEL?.trim()) ?? 'info'
  const options = { isTerminal: isatty(STDERR), now: Date.now, secrets: secretsIn(process.env) }
  const write = (line: string) =>
    isMainThread
      ? sharedSink(options).write(line)
      : parentPort?.postMessage({ kind: 'log', line } satisfies FromWorker<never>)
  return { log: makeLog({ ...options, level, write }), write }
}

let made: ReturnType<typeof logOfProcess> | null = null
function current(): ReturnType<typeof logOfProcess> {
  made ??= logOfProcess()
  return made
}

export const log: Log = {
  debug: (...line) => current().log.debug(...line),
  info: (...line) => current().log.info(...line),
  warn: (...line) => current().log.warn(...line),
  error: (...line) => current().log.error(...line),
}

/** Adds a line from the log of a worker. */
export const writeWorkerLine = (line: string): void => current().write(line)

/** Logs what else a worker prints, for example warnings of Node. It was started with `stderr: true`. */
export function logWorkerOutput({ stderr }: Worker): void {
  createInterface({ input: stderr }).on('line', (text) => {
    if (text.trim() !== '') log.warn('worker output', { text: stripVTControlCharacters(text) })
  })
}
