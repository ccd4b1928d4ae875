/** A question over the HTTP interface: an unknown home is 404, whatever was asked. Null: of no home in particular. */
import type { QuestionKind, Questions } from '../service/questions.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { apiError } from './api.ts'
import { getCollector } from './get-collector.ts'

export async function askApi<Kind extends QuestionKind>(
  homeId: string | null,
  kind: Kind,
  input: Questions[Kind]['input'],
): Promise<Result<Questions[Kind]['answer'], Response>> {
  const asked = await getCollector().ask(homeId, kind, input)
  if (asked !== null) return ok(asked.answer)
  return failed(apiError('not-found', 'There is no home of this name. GET /api/v1/homes lists them.'))
}

export const badCursor = (): Response =>
  apiError('bad-input', 'cursor belongs to no page of this list in this order.')
