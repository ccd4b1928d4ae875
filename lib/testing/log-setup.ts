/** Sends the log through the console, which Vitest captures: the lines of tests that pass are not shown. */
import { setLogSink } from '../platform/log.ts'

setLogSink((line) => console.error(line.trimEnd()))
