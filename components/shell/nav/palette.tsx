'use client'

import { Command, defaultFilter } from 'cmdk'
import Search from 'lucide-react/icons/search'
import { useRouter } from 'next/navigation'
import { useTheme } from 'next-themes'
import { startTransition, useState } from 'react'
import { Keys } from '@/components/keys/keys'
import { announceNavigation } from '@/components/shell/navigation-events'
import { NOTHING_NAMED, RESCAN, SEARCH_LABEL, THEME_LABEL } from '@/components/shell/words'
import { LocalTime } from '@/components/ui/local-time'
import { CHECKPOINT_STATES } from '@/lib/domain/checkpoints/checkpoint-list'
import type { HomeRef } from '@/lib/domain/home/home'
import { visibleText } from '@/lib/shared/visible-text'
import type { PaletteActions, PreparedFinding } from './command-bar'
import { NAV_GROUPS, type PageId, pageHref } from './nav-items'
import { useReceipts } from './use-receipts'
import { useSessionMatches } from './use-session-matches'

type Props = {
  homes: readonly HomeRef[]
  home: HomeRef
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  findings: readonly PreparedFinding[]
  actions: PaletteActions
  onHelp: () => void
}

/** Search for pages, homes, sessions, receipts and prepared plans, and commands that change nothing. */
export default function Palette(props: Props) {
  const { homes, home, isOpen, onOpenChange, findings, actions, onHelp } = props
  const router = useRouter()
  const { resolvedTheme, setTheme } = useTheme()
  const [text, setText] = useState('')
  const matches = useSessionMatches(home.id, text)
  const receipts = useReceipts(home.id, actions.recentReceipts)
  const run = (act: () => void) => () => {
    onOpenChange(false)
    setText('')
    act()
  }
  const go = (href: string) => run(() => router.push(href))
  return (
    <Command.Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      label={SEARCH_LABEL}
      filter={rankItem}
      overlayClassName="fixed inset-0 z-30 bg-scrim"
      contentClassName="fixed top-[12dvh] left-1/2 z-30 w-144 max-w-[calc(100vw-24px)] -translate-x-1/2 overflow-hidden rounded-dialog bg-surface shadow-float"
    >
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search size={16} strokeWidth={1.5} className="flex-none text-text-3" aria-hidden />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={SEARCH_LABEL}
          className="h-12 w-full bg-transparent outline-none placeholder:text-text-3"
        />
      </div>
      <Command.List className="max-h-[60dvh] overflow-auto p-1" label="Commands">
        <Command.Empty className="px-3 py-6 text-center text-text-2">{NOTHING_NAMED}</Command.Empty>
        {matches.length > 0 && (
          <Command.Group heading="Sessions" className={GROUP}>
            {matches.map(({ id, title, source }) => (
              <Command.Item
                key={id}
                value={`session ${id}`}
                keywords={[text]}
                onSelect={go(pageHref(`/sessions/${encodeURIComponent(id)}`, home.id))}
                className={ITEM}
              >
                <span className="min-w-0 flex-1 truncate">{visibleText(title ?? id)}</span>
                <span className="flex-none text-text-3">{visibleText(source)}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        <Command.Group heading="Pages" className={GROUP}>
          {NAV_GROUPS.flatMap(({ items }) =>
            items.map((item) => (
              <Command.Item
                key={item.id}
                value={item.label}
                keywords={PAGE_KEYWORDS[item.id] ?? []}
                onSelect={go(pageHref(item.path, home.id))}
                className={ITEM}
              >
                <item.icon size={16} strokeWidth={1.5} className="text-text-2" />
                <span className="flex-1">{item.label}</span>
                <Keys keys={['g', item.key]} />
              </Command.Item>
            )),
          )}
        </Command.Group>
        {findings.length > 0 && (
          <Command.Group heading="Preview a cleanup" className={GROUP}>
            {findings.map(({ code, title }) => (
              <Command.Item
                key={code}
                value={`preview ${code} ${title}`}
                onSelect={run(() => preparePlan(home.id, code, actions.startFinding))}
                className={ITEM}
              >
                <span className="min-w-0 flex-1 truncate">Preview: {title}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {receipts.length > 0 && (
          <Command.Group heading="Receipts" className={GROUP}>
            {receipts.map(({ id, name, startedAt }) => (
              <Command.Item
                key={id}
                value={`receipt history ${name} ${id}`}
                onSelect={go(pageHref(`/history/${encodeURIComponent(id)}`, home.id))}
                className={ITEM}
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {startedAt !== null && (
                  <span className="flex-none text-text-3">
                    <LocalTime iso={startedAt} show="day-time" />
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        <Command.Group heading="Checkpoints" className={GROUP}>
          {CHECKPOINT_STATES.map((state) => (
            <Command.Item
              key={state}
              value={`checkpoints ${state}`}
              onSelect={go(`${pageHref('/checkpoints', home.id)}&state=${state}`)}
              className={ITEM}
            >
              Checkpoints: {state}
            </Command.Item>
          ))}
        </Command.Group>
        {homes.length > 1 && (
          <Command.Group heading="Homes" className={GROUP}>
            {homes.map((one) => (
              <Command.Item
                key={one.id}
                value={`home ${one.label} ${one.path}`}
                onSelect={go(pageHref('/', one.id))}
                className={ITEM}
              >
                <span className="flex-none">{one.label}</span>
                <span className="min-w-0 flex-1 truncate font-mono text-axis text-text-3">{one.path}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        <Command.Group heading="Commands" className={GROUP}>
          <Command.Item
            value={RESCAN}
            onSelect={run(() => void actions.countAgain({ home: home.id }))}
            className={ITEM}
          >
            {RESCAN}
          </Command.Item>
          <Command.Item
            value={THEME_LABEL}
            onSelect={run(() => setTheme(resolvedTheme === 'light' ? 'dark' : 'light'))}
            className={ITEM}
          >
            {THEME_LABEL}
          </Command.Item>
          <Command.Item value="Keys shortcuts help" onSelect={run(onHelp)} className={ITEM}>
            <span className="flex-1">Keys</span>
            <Keys keys={['?']} />
          </Command.Item>
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  )
}

/** Plans and receipts match exact words only, so that a fuzzy match never takes the place of a session. */
function rankItem(value: string, search: string, keywords: string[] = []): number {
  const isFuzzy = !/^(preview|receipt) /.test(value)
  const words = search.toLowerCase().split(/\s+/)
  const hasAll = words.every((word) => value.toLowerCase().includes(word))
  return isFuzzy || hasAll ? defaultFilter(value, search, keywords) : 0
}

/** Other names for the pages. */
const PAGE_KEYWORDS: Readonly<Partial<Record<PageId, string[]>>> = {
  history: ['receipts', 'runs', 'restore', 'undo', 'trash', 'archive', 'audit'],
  cleanup: ['plan', 'prune', 'preview', 'delete'],
  gateway: ['routes', 'chats'],
  storage: ['disk', 'files'],
}

/** Opens the plan, or the page that says why there is none. */
function preparePlan(home: string, code: string, start: PaletteActions['startFinding']): void {
  const form = new FormData()
  form.set('home', home)
  form.set('code', code)
  startTransition(async () => {
    announceNavigation('/cleanup/its-plan')
    try {
      await start(form)
    } catch {
      // Next reports a redirect as an error after it has started; the page itself reports a lost server.
    }
  })
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-axis [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-3'
const ITEM = 'flex min-h-10 items-center gap-2 rounded-control px-3 data-[selected=true]:bg-raised md:min-h-8'
