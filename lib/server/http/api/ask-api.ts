/** A question over the HTTP interface: an unknown home is 404, whatever was asked. Null: of no home in particular. */

import { failed, ok, type Result } from '../../../shared/result.ts'
import { getCollector } from '../../workers/get-collector.ts'
import type { QuestionKind, Questions } from '../../workers/questions.ts'
import { apiError } from './api.ts'
import { noSuchHome } from './api-fault.ts'

export async function askApi<Kind extends QuestionKind>(
  homeId: string | null,
  kind: Kind,
  input: Questions[Kind]['input'],
): Promise<Result<Questions[Kind]['answer'], Response>> {
  const asked = await getCollector().ask(homeId, kind, input)
  if (asked !== null) return ok(asked.answer)
  return failed(noSuchHome())
}

export const badCursor = (): Response =>
  apiError('bad-input', 'cursor belongs to no page of this list in this order.')
