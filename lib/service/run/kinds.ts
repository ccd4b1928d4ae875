/** Which road each kind of thing takes. */
import type { Target } from '../../domain/plan/target.ts'
import { databaseKind } from './database-kind.ts'
import { leakKind } from './leak-kind.ts'
import { fileKind, folderKind } from './place-kinds.ts'
import { projectKind } from './project-kind.ts'
import { routeKind } from './route-kind.ts'
import type { Kind } from './run.ts'
import { sessionKind } from './session-kind.ts'

export const KINDS: Readonly<Record<Target['kind'], Kind<Target>>> = {
  session: sessionKind,
  file: fileKind,
  folder: folderKind,
  project: projectKind,
  leak: leakKind,
  route: routeKind,
  database: databaseKind,
}
