import ChevronRight from 'lucide-react/icons/chevron-right'
import Link from 'next/link'
import { HomeName } from '@/components/ui/home-name'
import { type StorageViewState, storageHref } from './view-state'
import { FOLDER_PATH } from './words'

/** The path from the home to this folder. */
export function Breadcrumb({ view, at }: { view: StorageViewState; at: readonly string[] }) {
  const steps = [
    { label: 'Storage', href: storageHref(view, { at: null }) },
    { label: 'Home', href: storageHref(view, { at: [] }) },
    ...at.map((name, depth) => ({ label: name, href: storageHref(view, { at: at.slice(0, depth + 1) }) })),
  ]
  return (
    <nav aria-label={FOLDER_PATH}>
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-text-2">
        {steps.map(({ label, href }, index) => (
          <li key={href} className="flex max-w-full min-w-0 items-center gap-1">
            {index > 0 && (
              <ChevronRight size={14} strokeWidth={1.5} aria-hidden className="flex-none text-text-3" />
            )}
            <Link
              href={href}
              prefetch={false}
              aria-current={index === steps.length - 1 ? 'page' : undefined}
              className="flex min-h-10 min-w-0 items-center hover:text-text hover:underline aria-[current]:text-text md:min-h-6"
            >
              <HomeName text={label} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
