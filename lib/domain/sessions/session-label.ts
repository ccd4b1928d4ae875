/** What a session is called: its title, else the job that made it, else its id. As text that can only be read. */
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

/** A name is one line; further ones are shown, not obeyed. */
export const oneLine = (text: string): string =>
  visibleText(text).replaceAll('\n', '\u240A').replaceAll('\t', '\u2409')
