/** `hermes` commands for this home's version and location (docs/hermes.md, "Hermes' commands"). */

export type CommandPlace = {
  readonly path: string
  /** Null for the default profile and for homes outside a root. */
  readonly profile: string | null
  /** Whether a plain `hermes` in the operator's shell finds this home's root. */
  readonly isDefaultRoot: boolean
}

/** `hermes -p work cron pause …`. A home elsewhere is named by its path, which every version supports. */
export function hermesCommand({ path, profile, isDefaultRoot }: CommandPlace, rest: string): string {
  if (!isDefaultRoot) return `HERMES_HOME=${shellQuoted(path)} hermes ${rest}`
  return profile === null ? `hermes ${rest}` : `hermes -p ${shellQuoted(profile)} ${rest}`
}

/** Quotes names and ids from files and rows, so that each is one word in a shell. */
const shellQuoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`

/** Whether an id may be part of a command. Others are only shown as text. */
export const isPlainId = (id: string): boolean => /^[\w.:-]{1,200}$/.test(id) && !id.startsWith('-')

/** Whether this version has the command. False if the schema is unknown. */
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
