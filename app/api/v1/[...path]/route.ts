/** Unknown addresses also check the token first and answer in JSON. */
import { answerApi, apiError } from '@/lib/server/http/api/api'

export const dynamic = 'force-dynamic'

const notFound = (request: Request): Promise<Response> =>
  answerApi(request, async () => apiError('not-found', 'There is nothing at this address.'))

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT }
