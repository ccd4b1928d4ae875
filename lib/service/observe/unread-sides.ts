/** The two sides of a home of which nothing is read, for one reason. */
import type { Fault } from '../../domain/home/fault.ts'
import { failed } from '../../shared/result.ts'
import type { DatabaseSide } from './read-database-side.ts'
import type { FileSide } from './read-file-side.ts'

export function unreadDatabase(fault: Fault): DatabaseSide {
  const part = failed(fault)
  return {
    database: part,
    rows: part,
    claims: part,
    auxiliary: part,
    routing: part,
    config: part,
    liveness: { gatewayRunning: null, gatewayPid: null, servedBy: null, holders: null },
    jobs: part,
    executions: part,
    recentOutputs: null,
  }
}

export function unreadFiles(fault: Fault): FileSide {
  const part = failed(fault)
  return {
    sessionFiles: part,
    storage: part,
    breakdown: part,
    checkpoints: part,
    cronOutputs: part,
    notable: [],
    space: part,
  }
}
