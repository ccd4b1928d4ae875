const KEPT_CHARACTERS = 14

/** A long id or path loses its middle where there is no room, and keeps its end, where such names differ. */
export function MiddleCut({ text }: { text: string }) {
  const characters = [...text]
  return (
    <span className="flex min-w-0 whitespace-pre" title={text}>
      <span className="truncate whitespace-pre">{characters.slice(0, -KEPT_CHARACTERS).join('')}</span>
      <span className="flex-none">{characters.slice(-KEPT_CHARACTERS).join('')}</span>
    </span>
  )
}
