/**
 * Reads the projects of the v2 store: each has a description or a tip. A ledger alone does not count, because
 * Hermes leaves ledgers behind when it prunes.
 */
import { type CheckpointFacts, STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import type { Fault } from '../../domain/home/fault.ts'
import { readJsonFile } from '../../platform/read-json-file.ts'
import { asNumber, asObject, asText, type JsonObject } from '../../shared/json-values.ts'
import { secondsToMs } from '../database/epoch.ts'
import type { RecordedParent } from './check-workdir.ts'
import { isProjectId, listNames, readCheckpointRefs } from './read-checkpoint-refs.ts'

/** A checkpoint as the home describes it, before its working folder is checked. */
export type CheckpointRecord = Omit<CheckpointFacts, 'workdirSeen'> & {
  readonly recordedParent: RecordedParent | null
}

export function readCheckpointProjects(homePath: string): CheckpointRecord[] {
  const described = listNames(homePath, `${STORE_PATH}/projects`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
  const ids = new Set([...described, ...readCheckpointRefs(homePath).keys()].filter(isProjectId))
  return [...ids].sort().map((id) => readProject(homePath, id))
}

/** Without a valid description the working folder is unknown. */
function readProject(homePath: string, id: string): CheckpointRecord {
  const path = `${STORE_PATH}/projects/${id}.json`
  const json = readJsonFile(homePath, path, MAX_PROJECT_BYTES)
  const known = json.ok ? asObject(json.value) : null
  const project = known ?? {}
  const workdir = asText(project.workdir)
  return {
    id,
    layout: 'v2',
    workdir,
    fault: json.ok ? faultOf(path, json.value, known) : json.fault,
    lastTouchedMs: secondsToMs(asNumber(project.last_touch)),
    recordedParent: recordedParent(project),
    commits: null,
    bytes: null,
    exclusiveBytes: null,
  }
}

/** A tip without a description is still a project. */
const faultOf = (path: string, value: unknown, known: JsonObject | null): Fault | null =>
  value === undefined || known !== null
    ? null
    : { code: 'malformed-file', path, detail: 'It is not what Hermes writes there' }

function recordedParent(project: JsonObject): RecordedParent | null {
  const dev = asNumber(project.workdir_parent_dev)
  const ino = asNumber(project.workdir_parent_ino)
  return dev === null || ino === null ? null : { dev, ino }
}

const MAX_PROJECT_BYTES = 256 * 1024
