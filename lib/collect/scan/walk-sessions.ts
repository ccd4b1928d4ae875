/** Walks `sessions/` and lists every file by name, because each is assessed and shown individually. */
import type { Stats } from 'node:fs'
import { parseSessionFileName } from '../../domain/storage/parse-session-file.ts'
import type { SessionFile, SessionFileKind } from '../../domain/storage/session-file.ts'
import type { StorageClass } from '../../domain/storage/storage.ts'
import { isFolder, isRegular, listFolder, type RawPath } from './list-folder.ts'
import type { ScanSetting, ScanUnit, UnitRecord } from './scan-types.ts'
import { Walk } from './walk.ts'

/** A subfolder. `saved/` belongs to the user; anything else is unknown. */
type Inner = { readonly place: RawPath; readonly name: string; readonly class: StorageClass }

export function walkSessions(unit: ScanUnit, setting: ScanSetting, limit: number): UnitRecord {
  const walk = new Walk(unit, setting, limit)
  const files: SessionFile[] = []
  const inner: Inner[] = []
  let irregular = 0
  const own = walk.begin()
  if (own === undefined || !isFolder(own)) return walk.record({ sessions: { files, irregular } })
  walk.tally.addFolder(unit.class, own)
  walk.trackFolder(walk.root, own)

  listFolder(
    walk.root,
    (name, place, stats) => {
      if (isFolder(stats)) {
        if (name !== 'saved') irregular += 1
        enter(walk, inner, { place, name, class: name === 'saved' ? 'yours' : 'unknown' }, stats)
      } else if (isRegular(stats)) {
        const { kind, sessionId } = parseSessionFileName(name)
        walk.tally.addFile(CLASS_OF_KIND[kind], place, stats)
        walk.trackFile(place, stats, name.endsWith('.jsonl'))
        files.push(listed(name, kind, sessionId, stats))
      } else {
        irregular += 1
        walk.tally.addFile('unknown', place, stats)
      }
      walk.checkLimit()
    },
    walk.onUnreadable,
  )
  walkInner(walk, inner, files)
  return walk.record({ sessions: { files, irregular } })
}

function walkInner(walk: Walk, inner: Inner[], files: SessionFile[]): void {
  for (let at = 0; at < inner.length; at += 1) {
    const folder = inner[at]
    if (folder === undefined) return
    const visit = (name: string, place: RawPath, stats: Stats) => {
      const path = `${folder.name}/${name}`
      if (isFolder(stats)) enter(walk, inner, { place, name: path, class: folder.class }, stats)
      else {
        walk.tally.addFile(folder.class, place, stats)
        walk.trackFile(place, stats)
        if (folder.class === 'yours' && isRegular(stats)) files.push(listed(path, 'saved', null, stats))
      }
      walk.checkLimit()
    }
    listFolder(folder.place, visit, walk.onUnreadable)
  }
}

function enter(walk: Walk, inner: Inner[], folder: Inner, stats: Stats): void {
  if (!walk.isSameDevice(folder.place, stats)) return
  walk.tally.addFolder(folder.class, stats)
  walk.trackFolder(folder.place, stats)
  inner.push(folder)
}

const listed = (
  name: string,
  kind: SessionFileKind,
  sessionId: string | null,
  stats: Stats,
): SessionFile => ({
  name,
  kind,
  sessionId,
  bytes: stats.blocks * 512,
  apparentBytes: stats.size,
  modifiedMs: stats.mtimeMs,
})

const CLASS_OF_KIND: Readonly<Record<SessionFileKind, StorageClass>> = {
  transcript: 'transcripts',
  'request-dump': 'request-dumps',
  'routing-index': 'yours',
  temporary: 'caches',
  saved: 'yours',
  unknown: 'unknown',
}
