/** Walks a shallow unit, a tree or a repository. The hot loop of a first scan. */
import type { Stats } from 'node:fs'
import { classifyEntry, isTemporaryOutput } from '../../domain/storage/classify-path.ts'
import type { NotableEntry, StorageClass } from '../../domain/storage/storage.ts'
import { isFolder, listFolder, type RawPath } from './list-folder.ts'
import { notableFile } from './notable-file.ts'
import type { ScanSetting, ScanUnit, UnitRecord } from './scan-types.ts'
import { repositorySignature } from './unit-signature.ts'
import { Walk } from './walk.ts'

export function walkFolders(unit: ScanUnit, setting: ScanSetting, limit: number): UnitRecord {
  const walk = new Walk(unit, setting, limit)
  // Computed before the walk, so that a change during it is noticed next time.
  const signature = unit.kind === 'repository' ? repositorySignature(walk.root) : null
  const own = walk.begin()
  if (own === undefined) return walk.record()
  if (!isFolder(own)) {
    walk.signature.invalidate()
    walk.tally.addFile(unit.class, walk.root, own)
    return walk.record()
  }
  walk.tally.addFolder(unit.class, own)
  if (unit.kind !== 'repository') return walk.record(walkBelow(unit, walk, own))
  const record = walk.record(walkBelow(unit, walk, own))
  return { ...record, signature: walk.unread.length > 0 ? null : signature }
}

function walkBelow(unit: ScanUnit, walk: Walk, own: Stats): Partial<UnitRecord> {
  const { tally } = walk
  const remembers = unit.kind !== 'repository'
  // Git and Hermes replace files of a checkpoint store and never change them in place, so folder times are
  // enough.
  const watches = remembers && unit.class !== 'checkpoints'
  const classOf = classifierFor(unit)
  const children: string[] = []
  const notable: NotableEntry[] = []
  const folders: RawPath[] = [walk.root]
  let repository = false
  if (remembers) walk.trackFolder(walk.root, own)

  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at] ?? walk.root
    const isPackFolder = unit.class === 'checkpoints' && folder.toString().endsWith('/pack')
    listFolder(
      folder,
      (name, place, stats) => {
        if (isFolder(stats)) {
          if (!walk.isSameDevice(place, stats)) return
          if (at === 0 && unit.kind === 'shallow' && typeof place === 'string') {
            children.push(name)
            return
          }
          if (stats.mtimeMs > tally.newestFolderMs) tally.newestFolderMs = stats.mtimeMs
          tally.addFolder(at === 0 ? classOf(name) : unit.class, stats)
          if (remembers) walk.trackFolder(place, stats)
          folders.push(place)
        } else {
          tally.addFile(classOf(name), place, stats)
          if (watches) walk.trackFile(place, stats)
          if (at === 0) {
            if (name === 'HEAD') repository = true
            if (unit.kind === 'shallow') notable.push(...notableFile(unit.path, name, stats))
          }
          if (isPackFolder && name.startsWith('tmp_pack_')) tally.addTemporaryPack(stats)
        }
        walk.checkLimit()
      },
      walk.onUnreadable,
    )
  }
  return {
    ...(unit.kind === 'shallow' ? { children } : {}),
    ...(repository ? { repository } : {}),
    ...(notable.length > 0 ? { notable } : {}),
  }
}

/** Only the home's own folder, cron/ and cron outputs contain several classes. */
function classifierFor(unit: ScanUnit): (name: string) => StorageClass {
  if (unit.path === '') return (name) => classifyEntry([name])
  if (unit.path === 'cron') return (name) => classifyEntry(['cron', name])
  if (unit.class === 'cron-output') return (name) => (isTemporaryOutput(name) ? 'caches' : 'cron-output')
  return () => unit.class
}
