export function DemoBadge() {
  return (
    <span className="inline-flex h-4 flex-none items-center rounded-[3px] border border-dashed border-accent px-[5px] text-[10px] leading-none font-semibold tracking-[.06em] text-accent-text">
      DEMO
    </span>
  )
}
