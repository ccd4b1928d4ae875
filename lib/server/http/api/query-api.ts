/** Queries and commands over the HTTP API. An unknown home is 404. */

import { failed, ok, type Result } from '../../../shared/result.ts'
import type { CommandName, Commands } from '../../workers/collector-commands.ts'
import type { Queries, QueryName } from '../../workers/collector-queries.ts'
import { getCollector, getCommands } from '../../workers/get-collector.ts'
import { apiError } from './api.ts'
import { noSuchHome } from './api-fault.ts'

export async function queryApi<Name extends QueryName>(
  homeId: string,
  name: Name,
  input: Queries[Name]['input'],
): Promise<Result<Queries[Name]['answer'], Response>> {
  return orNotFound(await getCollector().query(homeId, name, input))
}

export async function commandApi<Name extends CommandName>(
  homeId: string,
  name: Name,
  input: Commands[Name]['input'],
): Promise<Result<Commands[Name]['answer'], Response>> {
  return orNotFound(await getCommands().command(homeId, name, input))
}

const orNotFound = <Answer>(reply: { readonly answer: Answer } | null): Result<Answer, Response> =>
  reply === null ? failed(noSuchHome()) : ok(reply.answer)

export const badCursor = (): Response =>
  apiError('bad-input', 'cursor belongs to no page of this list in this order.')
