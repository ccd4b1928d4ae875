/** The skeleton of a page on top of the current one. It stays in view at any scroll position. */
export function PageSkeleton({ shape }: { shape: 'table' | 'cards' }) {
  return (
    <div aria-hidden data-outline={shape} className="absolute inset-0 z-5 overflow-clip bg-bg">
      <div className="sticky top-14 grid gap-3 p-4 md:top-12 md:gap-4 md:p-6">
        <Bone className="h-6 w-80 max-w-full" />
        <Bone className="h-4 w-56 max-w-full" />
        {shape === 'table' ? <Rows /> : <Cards />}
      </div>
    </div>
  )
}

const Bone = ({ className }: { className: string }) => <div className={`rounded-chip bg-line ${className}`} />

const Cards = () => (
  <>
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {[0, 1, 2, 3].map((tile) => (
        <div key={tile} className="h-25 bg-surface p-4">
          <Bone className="h-3 w-22" />
          <Bone className="mt-3 h-6 w-18" />
        </div>
      ))}
    </div>
    <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
      {[0, 1, 2, 3].map((card) => (
        <div key={card} className="h-80 rounded-card border border-line bg-surface p-4">
          <Bone className="h-3 w-64 max-w-full" />
          <Bone className="mt-4 h-60" />
        </div>
      ))}
    </div>
  </>
)

const Rows = () => (
  <div className="rounded-card border border-line bg-surface">
    {ROWS.map((row) => (
      <div key={row} className="flex h-8 items-center gap-4 border-b border-line px-4">
        <Bone className="h-3 flex-1" />
        <Bone className="h-3 w-24" />
        <Bone className="hidden h-3 w-16 md:block" />
      </div>
    ))}
  </div>
)

const ROWS = Array.from({ length: 20 }, (_, row) => `row ${row}`)
