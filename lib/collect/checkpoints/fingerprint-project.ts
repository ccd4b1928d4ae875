/** Reads the tip and last touch of projects in the shared checkpoint store. */
import { STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import type { ProjectTarget } from '../../domain/plan/target.ts'
import { readJsonFile } from '../../platform/read-json-file.ts'
import { asNumber, asObject } from '../../shared/json-values.ts'
import { isProjectId, readCheckpointRefs } from './read-checkpoint-refs.ts'

/** Null if the project has neither a tip nor a description. */
export function makeFingerprintProject(homePath: string): (id: string) => ProjectTarget | null {
  let tips: ReadonlyMap<string, string | null> | null = null
  return (id) => {
    if (!isProjectId(id)) return null
    tips ??= readCheckpointRefs(homePath)
    const json = readJsonFile(homePath, `${STORE_PATH}/projects/${id}.json`)
    const described = json.ok && json.value !== undefined
    if (!described && !tips.has(id)) return null
    const lastTouch = asNumber(asObject(json.ok ? json.value : null)?.last_touch)
    return { kind: 'project', id, tip: tips.get(id) ?? null, lastTouch }
  }
}
