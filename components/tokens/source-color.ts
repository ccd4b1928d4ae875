/** Sources are an open set: the unlisted share one grey and keep their name. */
const COLORS: Readonly<Record<string, string>> = {
  cron: 'var(--s-cron)',
  telegram: 'var(--s-telegram)',
  cli: 'var(--s-cli)',
  subagent: 'var(--s-subagent)',
  discord: 'var(--s-discord)',
  api_server: 'var(--s-api)',
  tui: 'var(--s-tui)',
}

export const sourceColor = (source: string | null): string =>
  (source === null ? undefined : COLORS[source]) ?? 'var(--s-other)'
