/** Writes lines to a file descriptor without ever blocking the thread or failing. */
import { write } from 'node:fs'
import { errorCode } from './error-code.ts'

export type LogSink = {
  readonly write: (line: string) => void
  /** Waits until no line is left, at most this long. */
  readonly flush: (withinMs: number) => Promise<void>
}

/** Memory limit for a stalled reader. Later lines are dropped. */
const MOST_WAITING_CHARS = 1024 * 1024
const RETRY_MS = 100

/**
 * One write at a time, in Node's thread pool, so a stalled reader blocks one pool thread and never the
 * server. Lines of a failed write (closed pipe, full disk) are dropped and the next ones are tried. The first
 * successful write is followed by `droppedLine`.
 */
export function makeLogSink(fd: number, droppedLine: (count: number) => string): LogSink {
  let waiting: string[] = []
  let waitingChars = 0
  let dropped = 0
  let isWriting = false
  let onIdle: (() => void)[] = []

  const sendWaiting = () => {
    if (isWriting) return
    if (waiting.length === 0) {
      for (const done of onIdle) done()
      onIdle = []
      return
    }
    isWriting = true
    const lines = waiting
    waiting = []
    waitingChars = 0
    send(Buffer.from(lines.join('')), lines.length)
  }
  const send = (bytes: Buffer, lines: number) => {
    write(fd, bytes, (error, written) => {
      if (error === null && written < bytes.length) return send(bytes.subarray(written), lines)
      // Another program made the pipe non-blocking, and it is full for the moment.
      if (error !== null && errorCode(error) === 'EAGAIN')
        return void setTimeout(() => send(bytes, lines), RETRY_MS).unref()
      isWriting = false
      if (error !== null) dropped += lines
      else if (dropped > 0) {
        waiting.unshift(droppedLine(dropped))
        dropped = 0
      }
      sendWaiting()
    })
  }
  return {
    write: (line) => {
      if (waitingChars + line.length > MOST_WAITING_CHARS) dropped += 1
      else {
        waiting.push(line)
        waitingChars += line.length
      }
      sendWaiting()
    },
    flush: (withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs)
        onIdle.push(() => {
          clearTimeout(timer)
          resolve()
        })
        sendWaiting()
      }),
  }
}
