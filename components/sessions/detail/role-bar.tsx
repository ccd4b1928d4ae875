import { Swatch } from '@/components/ui/swatch'
import type { RoleSplitModel } from './role-model'

/** Bytes by role, with the number of messages. */
export function RoleBar({ split, withBytes }: { split: RoleSplitModel; withBytes: boolean }) {
  return (
    <>
      <div
        role="img"
        aria-label={split.parts.map(({ role, bytes }) => `${role} ${bytes}`).join(', ')}
        className="flex h-3 gap-0.5"
      >
        {split.parts.map(({ role, color, share }) => (
          <span
            key={role}
            className="min-w-1 rounded-[2px]"
            style={{ flexGrow: Math.max(share, 0.001), flexBasis: 0, background: color }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-support text-text-2">
        {split.parts.map(({ role, color, messages, bytes }) => (
          <li key={role} className="flex items-center gap-1.5 whitespace-nowrap">
            <Swatch color={color} />
            <bdi>{role}</bdi> <b className="font-medium text-text">{messages}</b>
            {withBytes && <span className="text-text-3">{bytes}</span>}
          </li>
        ))}
      </ul>
      {split.note !== null && <p className="mt-2 text-support text-text-3">{split.note}</p>}
    </>
  )
}
