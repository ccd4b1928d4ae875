/** A key combination or sequence, drawn as keys. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-chip border border-line-strong bg-raised px-1 font-sans text-axis text-text-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
