/** What keeps Steward's git away from a checkpoint: the shared store, a v1 repository, or a legacy folder of them. */
import type { GitHazard } from '../../domain/checkpoints/git-hazard.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { findGitHazard } from '../../platform/find-git-hazard.ts'
import { isProjectId, listNames } from './read-checkpoint-refs.ts'

export function findCheckpointHazard(homePath: string, path: InnerPath): GitHazard | null {
  const folder = path.join('/')
  if (path.at(-1)?.startsWith('legacy-') !== true) return findGitHazard(homePath, folder)
  for (const name of listNames(homePath, folder).filter(isProjectId)) {
    const hazard = findGitHazard(homePath, `${folder}/${name}`)
    if (hazard !== null) return hazard
  }
  return null
}
