/** Which drives are mounted where, and which of them may never answer. */
import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

/** The kind of file system by the place where it is mounted. */
export type Mounts = ReadonlyMap<string, string>

/** Kinds that answer from a disk or the memory of this machine. Any other may be a network, or a program behind it. */
const NEAR = new Set(
  `apfs aufs bcachefs bfs btrfs devfs devtmpfs erofs exfat ext2 ext3 ext4 f2fs hfs hfsplus iso9660 jfs msdos nilfs2
   ntfs ntfs3 overlay proc ramfs reiserfs rootfs squashfs sysfs tmpfs udf ufs vfat xfs zfs`.split(/\s+/),
)

const MOUNT_TIMEOUT_MS = 2_000
/** As many as Linux itself follows. */
const MOST_LINKS = 40

/** Null where the system does not tell. Asks for the list alone, never a drive in it. */
export function readMounts(): Mounts | null {
  try {
    if (process.platform === 'linux') return parseMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'))
    const { stdout, status } = spawnSync('/sbin/mount', { encoding: 'utf8', timeout: MOUNT_TIMEOUT_MS })
    return status === 0 ? parseMount(stdout) : null
  } catch {
    return null
  }
}

/** `36 35 98:0 /root /place options tags - kind source more`; of two drives in one place the later lies on top. */
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
 * The first drive on the way to a path that may not answer, by the place where it is mounted; null: all of the way is
 * near. Links are followed by hand, one name after the other, so that no such drive is ever touched. The root is near:
 * without it nothing runs at all. So is what `own` says.
 */
export function farDriveOn(path: string, mounts: Mounts, own: string | null = null): string | null {
  const ahead = path.split('/').reverse()
  let links = 0
  let at = '/'
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === '' || name === '.') continue
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

/** Null where there is no link: something else, nothing, or nothing that can be seen. */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
