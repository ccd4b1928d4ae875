/** Another disk inside a home, for tests that run as root. */
import { execFileSync } from 'node:child_process'

export const ONLY_ROOT_MOUNTS = 'only root may mount a disk'

/** An empty one, over an existing folder. Null if it may not be mounted. */
export function mountDisk(folder: string): { readonly unmount: () => void } | null {
  try {
    execFileSync('sh', ['-c', 'mount -t tmpfs none "$0"', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  return { unmount: () => void execFileSync('sh', ['-c', 'umount "$0"', folder]) }
}
