import { Notice } from './banner'

type Told = {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly level: 'warn' | 'info'
}

/** What could not be read, above everything that lacks it. */
export function Notices({ notices }: { notices: readonly Told[] }) {
  return notices.map(({ code, title, detail, level }) => (
    <Notice key={code + title} level={level} title={title}>
      {detail}
    </Notice>
  ))
}
