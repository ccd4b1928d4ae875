export function Brand() {
  return (
    <span className="flex h-6 items-center gap-2 px-2 font-semibold tracking-[-.01em]">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="text-accent">
        <path d="M2 2h3v4.5h6V2h3v12h-3V9.5H5V14H2z" fill="currentColor" />
      </svg>
      Steward
    </span>
  )
}
