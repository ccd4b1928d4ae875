import type { CSSProperties } from 'react'

type Props = { color: string; hatched?: boolean | undefined }

/** The color of a class or source. */
export function Swatch({ color, hatched = false }: Props) {
  const style: CSSProperties & { '--swatch': string } = { '--swatch': color }
  return (
    <span
      aria-hidden
      style={style}
      className={`inline-block size-2 flex-none rounded-[2px] ${hatched ? 'hatched' : 'bg-(--swatch)'}`}
    />
  )
}
