/** `hermes` commands for this home's version and location (docs/hermes.md, "Hermes' commands"). */

export type CommandPlace = {
  readonly path: string
  /** Null for the default profile and for homes outside a root. */
  readonly profile: string | null
  /** A bare `hermes` in the operator's shell finds this home's root. */
  readonly isUsualRoot: boolean
}

/** `hermes -p work cron pause …`; a home elsewhere is named by its path, which every version understands. */
export function hermesCommand({ path, profile, isUsualRoot }: CommandPlace, rest: string): string {
  if (!isUsualRoot) return `HERMES_HOME=${shellQuoted(path)} hermes ${rest}`
  return profile === null ? `hermes ${rest}` : `hermes -p ${shellQuoted(profile)} ${rest}`
}

/** Names and ids come from files and rows: in a line to be pasted into a shell each is one word and nothing else. */
const shellQuoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`

/** An id a command can be given: anything else is shown in words, never in a line to be pasted. */
export const isPlainId = (id: string): boolean => /^[\w.:-]{1,200}$/.test(id) && !id.startsWith('-')

/** Known to have the command. A schema nobody could read has none for certain. */
export const hasCommand = (command: keyof typeof SINCE_SCHEMA, schema: number | null): boolean =>
  schema !== null && schema >= SINCE_SCHEMA[command]

const SINCE_SCHEMA = {
  /** 14 March 2026; schema 5 followed three days later. */
  cronPause: 5,
  /** The shared checkpoint store and its command came on 6 May 2026, within schema 11. */
  checkpoints: 12,
  /** Stops new work and kills nothing; 7 August 2026, before schema 26. */
  pause: 26,
  /** `sessions repair` and `recover`, as seen in schema 26. */
  repair: 26,
}
