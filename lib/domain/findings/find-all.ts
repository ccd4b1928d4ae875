/** Lists every finding of a home, largest first. Findings that free nothing come last, by count. */
import type { AssessedHome } from '../home/assessed-home.ts'
import { checkpointFindings } from './checkpoint-findings.ts'
import type { FindingDraft } from './draft.ts'
import { fileFindings } from './file-findings.ts'
import { sessionFindings } from './session-findings.ts'

export function findAll(home: AssessedHome, nowMs: number): FindingDraft[] {
  return [
    ...checkpointFindings(home, nowMs),
    ...fileFindings(home, nowMs),
    ...sessionFindings(home, nowMs),
  ].sort((a, b) => b.bytes - a.bytes || b.count - a.count || (a.code < b.code ? -1 : 1))
}
