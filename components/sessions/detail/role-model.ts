/** How much of a session each role wrote. */

import { TOKEN_COLORS } from '@/components/charts/colors'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import { ROLES_PARTIAL, roleTitle } from './words'

type RolePart = {
  readonly role: string
  readonly color: string
  readonly share: number
  readonly messages: string
  readonly bytes: string
}

export type RoleSplitModel = {
  readonly title: string
  readonly total: string
  readonly parts: readonly RolePart[]
  readonly note: string | null
}

const COLORS: ReadonlyMap<string, string> = new Map([
  ['tool', TOKEN_COLORS.cacheRead],
  ['assistant', TOKEN_COLORS.input],
  ['system', TOKEN_COLORS.cacheWrite],
  ['user', TOKEN_COLORS.output],
])

/** Null if messages could not be read. */
export function roleSplitModel(roles: SessionDetail['roles']): RoleSplitModel | null {
  if (roles === null) return null
  const all = roles.toolBytes + roles.conversationBytes
  const parts = [...roles.shares].sort((a, b) => b.bytes - a.bytes)
  return {
    title: all === 0 ? 'No messages stored' : roleTitle(roles.toolBytes / all),
    total: formatBytes(all),
    parts: parts.map(({ role, messages, bytes }) => ({
      role: oneLine(role),
      color: COLORS.get(role) ?? 'var(--ghost)',
      share: all === 0 ? 0 : bytes / all,
      messages: formatCount(messages),
      bytes: formatBytes(bytes),
    })),
    note: roles.complete ? null : ROLES_PARTIAL,
  }
}
