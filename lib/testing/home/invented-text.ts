/** Invented conversations, varied enough to read and search, and the same on every run. */
import type { Dice } from './noise.ts'
import { diceOf } from './noise.ts'

const ASKS = [
  'Please check why the nightly backup took four hours and propose a fix.',
  'Summarise the unread mail of this morning and draft replies where one is due.',
  'Compare the three quotes for the new boiler and put them into a table.',
  'The deploy script fails on the second host; find the difference and repair it.',
  'Rewrite the onboarding page so that a newcomer needs no help.',
  'Which of our containers were restarted since Friday, and by whom?',
  'Plan a week of dinners for four with what is in season, shopping list at the end.',
  'Résume ce compte rendu en cinq lignes, avec les décisions et les délais.',
  'Prüfe bitte die Rechnungen vom Oktober und markiere die doppelten.',
  '请帮我整理这份会议记录，列出待办事项和负责人。',
] as const satisfies readonly [string, ...string[]]

const CREDENTIAL_HASHES = [
  'I looked at it first without changing anything.',
  'Here is what I found.',
  'Done; the details are below.',
  'Two things stand out.',
  'That took longer than it should have, for a simple reason.',
] as const satisfies readonly [string, ...string[]]

const REMARKS = [
  'The log shows the first warning at half past two, long before anybody noticed.',
  'Nothing else in that folder was touched.',
  'The numbers add up once the two refunds are taken out.',
  'I kept the old version beside the new one so that you can compare them.',
  'The slow part is the full copy of the archive on every run; an increment would do.',
  'Three of the messages are newsletters and need no answer.',
  'The certificate runs out in nineteen days, so I put a reminder on the list.',
  'Both hosts run the same release, yet one still reads the old settings file.',
  'If that is what you meant, I can roll it out to the other machines tonight.',
  'The price fell by eleven percent since last week and is now below your limit.',
  'I could not open the second attachment; it asks for a password.',
  'The tests pass again, including the one that was flaky.',
] as const satisfies readonly [string, ...string[]]

export const TOOLS = [
  'terminal',
  'read_file',
  'write_file',
  'web_search',
  'search_files',
  'browser_open',
] as const satisfies readonly [string, ...string[]]

export const MODELS = [
  'anthropic/claude-sonnet-4.5',
  'openai/gpt-5.1',
  'moonshotai/kimi-k2',
  'nousresearch/hermes-4-405b',
] as const satisfies readonly [string, ...string[]]

export const askText = (dice: Dice): string => dice.pick(ASKS)

export function answerText(dice: Dice): string {
  const remarks = Array.from({ length: dice.between(1, 5) }, () => dice.pick(REMARKS))
  return [dice.pick(CREDENTIAL_HASHES), ...remarks].join(' ')
}

export function toolOutput(dice: Dice): string {
  const lines = Array.from(
    { length: dice.between(2, 9) },
    () =>
      `-rw-r--r-- 1 hermes hermes ${String(dice.between(120, 98_000)).padStart(6)} ${dice.pick(FILES)}-${dice.between(1, 400)}.${dice.pick(ENDINGS)}`,
  )
  return JSON.stringify({ output: `${lines.join('\n')}\n`, exit_code: 0 })
}

const FILES = ['report', 'invoice', 'backup', 'notes', 'deploy', 'inbox', 'metrics'] as const
const ENDINGS = ['md', 'json', 'log', 'py', 'csv'] as const

let pool: string | null = null

/** ASCII prose of exactly this length. */
export function proseOf(offset: number, length: number): string {
  pool ??= makePool()
  let text = ''
  let from = Math.floor(offset) % pool.length
  while (text.length < length) {
    text += pool.slice(from, from + length - text.length)
    from = 0
  }
  return text
}

function makePool(): string {
  const dice = diceOf('prose')
  let text = ''
  while (text.length < 64_000) text += `${answerText(dice)} `
  return text
}
