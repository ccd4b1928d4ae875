const KEPT_CHARACTERS = 18

/** Long names lose their middle and keep their end, where ids and paths differ. */
export function EndKept({ text }: { text: string }) {
  const characters = [...text]
  const start = characters.slice(0, -KEPT_CHARACTERS).join('')
  const end = characters.slice(-KEPT_CHARACTERS).join('')
  return (
    <span className="flex min-w-0 whitespace-pre" title={text}>
      <span className="truncate whitespace-pre">{start}</span>
      <span className="flex-none">{end}</span>
    </span>
  )
}
