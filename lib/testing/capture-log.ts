/** Collects the log lines of this process from now on, workers included; each as the object it is in JSON. */
import { setLogSink } from '../platform/log.ts'

export function captureLog(): () => Record<string, unknown>[] {
  const lines: string[] = []
  setLogSink((line) => void lines.push(line))
  return () =>
    lines
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
}
