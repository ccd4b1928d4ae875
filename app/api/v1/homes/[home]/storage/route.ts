import { z } from 'zod'
import type { FolderChild } from '@/lib/domain/storage/folder-listing'
import { parseInnerPath } from '@/lib/domain/storage/inner-path'
import type { StorageClassReport } from '@/lib/domain/storage/storage-report'
import { answerApi, apiError, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { queryApi } from '@/lib/server/http/api/query-api'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

/** With a path: one folder of the home. Without: the whole home by class. */
const Query = z.strictObject({
  format: z.enum(['json', 'csv']).default('json'),
  path: z
    .string()
    .transform(
      (text, context) => parseInnerPath(text) ?? context.addIssue('not a path inside the home') ?? z.NEVER,
    )
    .optional(),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const { format, path } = query.value
    return path === undefined ? answerClasses(home, format) : answerFolder(home, path, format)
  })
}

async function answerClasses(home: string, format: 'json' | 'csv'): Promise<Response> {
  const reply = await queryApi(home, 'storage', null)
  if (!reply.ok) return reply.fault
  return format === 'csv'
    ? apiCsv(`storage-${home}`, CLASS_HEADER, reply.value.classes.map(classRow))
    : apiJson(reply.value)
}

async function answerFolder(
  home: string,
  segments: readonly string[],
  format: 'json' | 'csv',
): Promise<Response> {
  const reply = await queryApi(home, 'folder', segments)
  if (!reply.ok) return reply.fault
  if (reply.value === null) return apiError('not-found', 'There is no such folder in this home.')
  return format === 'csv'
    ? apiCsv(`storage-${home}-folder`, CHILD_HEADER, reply.value.children.map(childRow))
    : apiJson(reply.value)
}

const CLASS_HEADER = [
  'class',
  'bytes',
  'apparent_bytes',
  'files',
  'growth_bytes_per_day',
  'reclaimable_bytes',
  'actions',
  'why_never',
]

const classRow = (usage: StorageClassReport) => [
  usage.id,
  usage.bytes,
  usage.apparentBytes,
  usage.files,
  usage.growthBytesPerDay,
  usage.reclaimableBytes,
  usage.reclaimable.map(({ action }) => action ?? 'by-hand').join(' '),
  usage.whyNever,
]

const CHILD_HEADER = ['name', 'kind', 'class', 'bytes', 'apparent_bytes', 'files', 'modified_at', 'complete']

const childRow = (child: FolderChild) => [
  child.name,
  child.kind,
  child.class,
  child.bytes,
  child.apparentBytes,
  child.files,
  child.modifiedAt,
  child.complete,
]
