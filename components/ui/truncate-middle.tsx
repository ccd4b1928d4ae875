const DEFAULT_KEEP = 18

/** Long names lose their middle and keep their end, where ids and paths differ. */
export function TruncateMiddle({ text }: { text: string }) {
  const characters = [...text]
  const start = characters.slice(0, -DEFAULT_KEEP).join('')
  const end = characters.slice(-DEFAULT_KEEP).join('')
  return (
    <span className="flex min-w-0 whitespace-pre" title={text}>
      <span className="truncate whitespace-pre">{start}</span>
      <span className="flex-none">{end}</span>
    </span>
  )
}
