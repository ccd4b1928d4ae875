/** The handler of each kind of item. */
import type { Target } from '../../../domain/plan/target.ts'
import type { ItemHandler } from '../run.ts'
import { databaseHandler } from './database-handler.ts'
import { leakHandler } from './leak-handler.ts'
import { fileHandler, folderHandler } from './path-handlers.ts'
import { projectHandler } from './project-handler.ts'
import { routeHandler } from './route-handler.ts'
import { sessionHandler } from './session-handler.ts'

export const ITEM_HANDLERS: Readonly<Record<Target['kind'], ItemHandler<Target>>> = {
  session: sessionHandler,
  file: fileHandler,
  folder: folderHandler,
  project: projectHandler,
  leak: leakHandler,
  route: routeHandler,
  database: databaseHandler,
}
