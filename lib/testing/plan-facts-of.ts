/** The input of a plan for a random home: assessed, with a fingerprint for everything. */
import { assessHome } from '../domain/home/assess-home.ts'
import type { AssessedHome } from '../domain/home/assessed-home.ts'
import type { CronFolder, Fingerprints, PlanFacts } from '../domain/plan/plan-facts.ts'
import type { InnerPath } from '../domain/plan/target.ts'
import { ok } from '../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../shared/time.ts'
import { aSnapshot, NOW_MS } from './factories.ts'
import { type RandomHome, seen } from './torture/random-homes.ts'

/** The same items in another order. */
export function factsOf(
  home: RandomHome,
  shuffle: <T>(list: readonly T[]) => T[] = (list) => [...list],
): PlanFacts {
  const { parts } = home
  const snapshot = aSnapshot({
    ...parts,
    rows: ok(shuffle(home.rows)),
    sessionFiles: ok({ files: shuffle(home.files), irregular: 0, countedAtMs: NOW_MS }),
    ...(parts.routing?.ok
      ? { routing: ok({ ...parts.routing.value, entries: shuffle(parts.routing.value.entries) }) }
      : {}),
    ...(parts.checkpoints?.ok
      ? { checkpoints: ok({ ...parts.checkpoints.value, items: shuffle(parts.checkpoints.value.items) }) }
      : {}),
  })
  const assessed = assessHome(snapshot, NOW_MS, {
    lastHourMs: () => NOW_MS - 10 * HOUR_MS,
    messageBytes: (id) => id.length * 100,
  })
  return {
    home: assessed,
    nowMs: NOW_MS,
    fingerprints: fingerprintsOf(assessed, home, shuffle),
    refusals: [],
    trigramFault: () => null,
    compaction: null,
  }
}

function fingerprintsOf(
  assessed: AssessedHome,
  { files, cronFolders, withoutRow }: RandomHome,
  shuffle: <T>(list: readonly T[]) => T[],
): Fingerprints {
  const rows = new Map(assessed.sessions?.map((session) => [session.id, session]))
  const byName = new Map(files.map((file) => [file.name, file]))
  return {
    session: (id) => {
      const row = rows.get(id)
      if (row === undefined) return null
      const { endedMs, endReason, messages, parentId, lastMessageMs } = row
      return {
        fingerprint: {
          endedAt: endedMs === null ? null : endedMs / 1000,
          endReason,
          messageCount: messages,
          messages,
          newestMessageId: null,
          parentId,
        },
        newestMessageMs: lastMessageMs,
      }
    },
    largestMessage: () => null,
    file: (path) => {
      const file = byName.get(path.slice(1).join('/'))
      return file === undefined ? null : seen(path, file.modifiedMs, file.bytes)
    },
    folder: (path) => folderOf(path, cronFolders),
    project: (id) => ({ kind: 'project', id, tip: null, lastTouch: null }),
    gitHazard: () => null,
    messagesWithoutRow: () => withoutRow,
    cronFolders: () =>
      shuffle(cronFolders).map((folder) => ({ ...folder, outputs: shuffle(folder.outputs) })),
    temporaryPacks: () => [
      seen(['checkpoints', 'store', 'objects', 'pack', 'tmp_pack_a'], NOW_MS - DAY_MS),
      seen(['checkpoints', '0000000000000010', 'objects', 'pack', 'tmp_pack_b'], NOW_MS - DAY_MS),
    ],
  }
}

function folderOf(path: InnerPath, cronFolders: readonly CronFolder[]): ReturnType<Fingerprints['folder']> {
  const cron = cronFolders.find(({ jobId }) => path[0] === 'cron' && path[2] === jobId)
  const inside = cron === undefined ? [] : [...cron.outputs, ...cron.temporary]
  const newestMs = inside.reduce(
    (newest, { modifiedMs }) => Math.max(newest, modifiedMs),
    NOW_MS - 90 * DAY_MS,
  )
  return {
    fingerprint: {
      kind: 'folder',
      path,
      dev: '1',
      ino: '2',
      newestMtimeNs: String(newestMs),
      entries: inside.length + (cron?.others ?? 0),
    },
    bytes: 8_192,
    apparentBytes: 8_000,
    newestMs,
  }
}
