/** The four headline numbers of a database. Unknown numbers say so, with the reason. */

import type { Tile } from '@/components/overview/tiles-model'
import type { DatabaseView } from '@/lib/domain/database/database-view'
import { bytesQuantity } from '@/lib/shared/numbers'
import { DATABASE_NOT_READ, freePagesWords, inUseWords, searchSizeWords, WAL_WARNING } from './words'

export function databaseTiles(view: DatabaseView): Tile[] {
  const { fileBytes, usedBytes, freeBytes, pageBytes, walBytes, wal, ftsBytes } = view
  return [
    tile('state.db', fileBytes, usedBytes === null ? DATABASE_NOT_READ : inUseWords(usedBytes)),
    tile('Full-text index', ftsBytes, searchSizeWords(view)),
    tile(
      'Free pages',
      freeBytes,
      freeBytes === null || pageBytes === null ? DATABASE_NOT_READ : freePagesWords(freeBytes / pageBytes),
    ),
    {
      ...tile('Write-ahead log', walBytes, wal?.message ?? DATABASE_NOT_READ),
      warning: wal?.matters ? WAL_WARNING : null,
    },
  ]
}

function tile(label: string, bytes: number | null, words: string): Tile {
  const { value, unit } = bytes === null ? { value: 'unknown', unit: '' } : bytesQuantity(bytes)
  return { label, value, unit, detail: [{ figure: '', words }], warning: null }
}
