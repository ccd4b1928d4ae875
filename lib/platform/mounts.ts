/** Which drives are mounted where, and which of them may never answer. */
import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

/** File system types by mount point. */
export type Mounts = ReadonlyMap<string, string>

/** Types backed by a local disk or memory. Any other may be a network or a user-space program. */
const NEAR = new Set(
  `apfs aufs bcachefs bfs btrfs devfs devtmpfs erofs exfat ext2 ext3 ext4 f2fs hfs hfsplus iso9660 jfs msdos nilfs2
   ntfs ntfs3 overlay proc ramfs reiserfs rootfs squashfs sysfs tmpfs udf ufs vfat xfs zfs`.split(/\s+/),
)

const MOUNT_TIMEOUT_MS = 2_000
/** Linux' own limit. */
const MOST_LINKS = 40

/** Null if the system cannot say. Reads only the list, never a drive in it. */
export function readMounts(): Mounts | null {
  try {
    if (process.platform === 'linux') return parseMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'))
    const { stdout, status } = spawnSync('/sbin/mount', { encoding: 'utf8', timeout: MOUNT_TIMEOUT_MS })
    return status === 0 ? parseMount(stdout) : null
  } catch {
    return null
  }
}

/** `36 35 98:0 /root /place options tags - kind source more`. Of two mounts at one path, the later one is on top. */
export function parseMountInfo(text: string): Mounts {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, , , , place] = line.split(' ')
      const kind = line.split(' - ')[1]?.split(' ')[0]
      return place === undefined || kind === undefined ? [] : [[unescapeOctal(place), kind] as const]
    }),
  )
}

/** A space, a tab, a line's end and the backslash itself. */
const unescapeOctal = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

/** macOS: `//ada@server/share on /Volumes/share (smbfs, nodev, nosuid)`. */
export function parseMount(text: string): Mounts {
  return new Map(
    [...text.matchAll(/^.+? on (\/.*) \(([^,)]+)[^)]*\)$/gm)].map(([, place = '', kind = '']) => [
      place,
      kind,
    ]),
  )
}

/**
 * The mount point of the first drive on a path that may not answer. Null if the whole path is local. Links
 * are resolved by hand, one name at a time, so that no such drive is touched. `own` counts as local, and so
 * does the root, because without it nothing runs at all.
 */
export function farDriveOn(path: string, mounts: Mounts, own: string | null = null): string | null {
  const ahead = path.split('/').reverse()
  let links = 0
  let at = '/'
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === '' || name === '.') continue
    // Not `join`: Turbopack's tracer follows it, cannot tell the file, and adds the whole project to every page.
    const next = name === '..' ? dirname(at) : `${at === '/' ? '' : at}/${name}`
    const kind = next === '/' || next === own ? undefined : mounts.get(next)
    if (kind !== undefined && !NEAR.has(kind)) return next
    const target = readLink(next)
    if (target === null) {
      at = next
      continue
    }
    links += 1
    if (links > MOST_LINKS) return null
    if (isAbsolute(target)) at = '/'
    ahead.push(...target.split('/').reverse())
  }
  return null
}

/** Null if it is not a link, does not exist or cannot be read. */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
