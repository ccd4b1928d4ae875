/** Which road each kind of thing takes. */
import type { Target } from '../../domain/plan/target.ts'
import { databaseKind } from './database-handler.ts'
import { leakKind } from './leak-handler.ts'
import { fileKind, folderKind } from './path-handlers.ts'
import { projectKind } from './project-handler.ts'
import { routeKind } from './route-handler.ts'
import type { Kind } from './run.ts'
import { sessionKind } from './session-handler.ts'

export const KINDS: Readonly<Record<Target['kind'], Kind<Target>>> = {
  session: sessionKind,
  file: fileKind,
  folder: folderKind,
  project: projectKind,
  leak: leakKind,
  route: routeKind,
  database: databaseKind,
}
