import { Banner } from './banner'

type BannerNotice = {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly level: 'warn' | 'info'
}

/** One banner for each thing that could not be read. */
export function Banners({ notices }: { notices: readonly BannerNotice[] }) {
  return notices.map(({ code, title, detail, level }) => (
    <Banner key={code + title} level={level} title={title}>
      {detail}
    </Banner>
  ))
}
