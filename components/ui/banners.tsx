import { Banner } from './banner'

type BannerNotice = {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly level: 'warn' | 'info'
}

/** One banner for each thing that could not be read. A quarantine is shown above every page. */
export function Banners({ notices }: { notices: readonly BannerNotice[] }) {
  return notices
    .filter(({ code }) => code !== 'home-quarantined')
    .map(({ code, title, detail, level }) => (
      <Banner key={code + title} level={level} title={title}>
        {detail}
      </Banner>
    ))
}
