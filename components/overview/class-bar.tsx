import type { CSSProperties } from 'react'
import type { DiskClass } from '@/components/charts/disk-model'

/** One measurement as a single bar. The list beside it names the parts. */
export function ClassBar({ classes }: { classes: readonly DiskClass[] }) {
  return (
    <div className="flex h-6 gap-px overflow-hidden" aria-hidden>
      {classes
        .filter((one) => one.bytes > 0)
        .map((one) => {
          const style: CSSProperties & { '--swatch': string } = { '--swatch': one.color, flexGrow: one.bytes }
          return (
            <div
              key={one.key}
              style={style}
              className={`min-w-0.5 basis-0 rounded-[2px] ${one.hatched ? 'hatched' : 'bg-(--swatch)'}`}
            />
          )
        })}
    </div>
  )
}
