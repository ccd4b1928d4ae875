/**
 * The label of a session: its title, else the job that made it, else its id. Control characters are made
 * visible.
 */
import { visibleText } from '../../shared/visible-text.ts'

type Named = {
  readonly id: string
  readonly title: string | null
  readonly job?: { readonly name: string } | null
}

export type SessionLabel = { readonly text: string; readonly from: 'title' | 'job' | 'id' }

export function sessionLabel({ id, title, job }: Named): SessionLabel {
  if (title !== null && title.trim() !== '') return { text: oneLine(title), from: 'title' }
  if (job) return { text: `${oneLine(job.name)} (no title)`, from: 'job' }
  return { text: oneLine(id), from: 'id' }
}

/** A label is one line, so line breaks are shown as text. */
export const oneLine = (text: string): string =>
  visibleText(text).replaceAll('\n', '\u240A').replaceAll('\t', '\u2409')
