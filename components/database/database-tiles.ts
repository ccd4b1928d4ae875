/** The four headline numbers of a database. Unknown numbers say so, with the reason. */
import type { Tile } from '@/components/overview/tiles-model'
import type { DatabaseView } from '@/lib/domain/database/database-view'
import { bytesQuantity, formatBytes, formatCount } from '@/lib/shared/numbers'
import { searchSizeWords } from './tables-model'

export function databaseTiles(view: DatabaseView): Tile[] {
  const { fileBytes, usedBytes, freeBytes, pageBytes, walBytes, wal, ftsBytes } = view
  return [
    tile('state.db', fileBytes, usedBytes === null ? 'Not read.' : `${formatBytes(usedBytes)} of it in use`),
    tile('Full-text index', ftsBytes, searchSizeWords(view)),
    tile(
      'Free pages',
      freeBytes,
      freeBytes === null || pageBytes === null
        ? 'Not read.'
        : `${formatCount(freeBytes / pageBytes)} pages Hermes fills again before the file grows`,
    ),
    {
      ...tile('Write-ahead log', walBytes, wal?.message ?? 'Not read.'),
      warning: wal?.matters ? 'The log needs attention' : null,
    },
  ]
}

function tile(label: string, bytes: number | null, words: string): Tile {
  const { value, unit } = bytes === null ? { value: 'unknown', unit: '' } : bytesQuantity(bytes)
  return { label, value, unit, detail: [{ figure: '', words }], warning: null }
}
