type Props = {
  text: string
  /** Characters at the end that always stay visible. */
  keep?: number
}

/** Truncates the middle of an id or path. The end stays, because that is where such names differ. */
export function TruncateMiddle({ text, keep = 18 }: Props) {
  const characters = [...text]
  return (
    <span className="flex min-w-0 whitespace-pre" title={text}>
      <span className="truncate whitespace-pre">{characters.slice(0, -keep).join('')}</span>
      <span className="flex-none">{characters.slice(-keep).join('')}</span>
    </span>
  )
}
