/**
 * Who owns a home and its parts. Steward writes to a home only as its owner, because Hermes may not be able to read or
 * replace files another user wrote.
 */
import { assertNever } from '../../shared/assert-never.ts'
import type { Refusal } from './refusals.ts'

export type Owner = {
  readonly uid: number
  /** Null if the system has no name for it. */
  readonly name: string | null
}

export type HomeArea = 'database' | 'sessions' | 'checkpoints' | 'cron' | 'trash'

export type OwnedPart = {
  readonly area: HomeArea
  /** From the home. */
  readonly path: string
  readonly owner: Owner
}

export type Ownership = {
  /** The user Steward runs as. */
  readonly us: Owner
  readonly home: Owner
  readonly parts: readonly OwnedPart[]
  /** Whether `.steward-trash` is a link. */
  readonly isTrashLink: boolean
}

/** Every path that Steward writes to, or that a program it starts writes to. */
export const OWNED_PATHS: Readonly<Record<HomeArea, readonly string[]>> = {
  database: ['state.db', 'state.db-wal', 'state.db-shm', 'state.db-journal'],
  sessions: ['sessions', 'sessions/sessions.json'],
  checkpoints: [
    'checkpoints',
    'checkpoints/store',
    ...['HEAD', 'config', 'index', 'objects', 'objects/pack', 'objects/info', 'refs', 'packed-refs'].map(
      (name) => `checkpoints/store/${name}`,
    ),
  ],
  cron: ['cron', 'cron/output'],
  trash: ['.steward-trash'],
}

/** Null for a system without users. */
export function refuseOwnership(ownership: Ownership | null): Refusal[] {
  if (ownership === null) return []
  const { us, home, parts, isTrashLink } = ownership
  if (us.uid !== home.uid) return [{ code: 'other-owner', message: describeOtherOwner(home, us) }]
  const areas = new Map<HomeArea, OwnedPart>()
  for (const part of parts)
    if (part.owner.uid !== home.uid && !areas.has(part.area)) areas.set(part.area, part)
  const refusals = [...areas.values()].map((part) => ({
    code: `${part.area}-owner`,
    message: describePart(part, home),
  }))
  return isTrashLink ? [...refusals, TRASH_LINK] : refusals
}

const TRASH_LINK: Refusal = {
  code: 'trash-link',
  message:
    '.steward-trash is a link, and Steward follows no links inside a home. Move it out of the home and plan again.',
}

export const describeUser = ({ uid, name }: Owner): string =>
  name === null ? `uid ${uid}` : `${name} (uid ${uid})`

/** The name sudo expects. */
const sudoName = ({ uid, name }: Owner): string => name ?? `'#${uid}'`

const describeOtherOwner = (home: Owner, us: Owner): string =>
  `This home belongs to ${describeUser(home)}, but Steward runs as ${describeUser(us)}. Hermes may not be able to read or replace files another user wrote. Start Steward as the owner: sudo -u ${sudoName(home)}, or --user ${home.uid} for a container.`

function describePart({ area, path, owner }: OwnedPart, home: Owner): string {
  const whose = `${path} belongs to ${describeUser(owner)}, but the home belongs to ${describeUser(home)}.`
  return `${whose} ${consequence(area)} Find out why, then run chown -Rh ${home.uid} ${folderOf(area)}`
}

function consequence(area: HomeArea): string {
  switch (area) {
    case 'database':
      return 'Nothing in this home will be changed.'
    case 'sessions':
      return 'Sessions, their files and gateway entries will not be changed.'
    case 'checkpoints':
      return 'Git would write files there that the other user cannot read. Checkpoints will not be changed.'
    case 'cron':
      return 'Cron outputs will not be changed.'
    case 'trash':
      return 'Another user could change what is kept there. Nothing in this home will be changed.'
    default:
      return assertNever(area)
  }
}

const folderOf = (area: HomeArea): string =>
  area === 'database' ? 'state.db*' : (OWNED_PATHS[area][0] ?? '')
