/**
 * Converts the form of the cleanup page to the JSON that scripts send. Names are `<action>.<key>`, and an
 * action counts if its own box is ticked. Text that is not a number stays text, so that the schema refuses
 * it.
 */
import { ACTIONS, type Action } from '../../../domain/plan/action.ts'

type Json = Readonly<Record<string, unknown>>

export function readPlanForm(form: FormData): Json {
  return {
    steps: ACTIONS.filter((action) => form.get(action) === 'on').map((action) => ({
      action,
      policy: POLICIES[action]((key) => `${action}.${key}`, form),
    })),
    disposition: form.get('disposition'),
  }
}

type Read = (name: (key: string) => string, form: FormData) => Json

const POLICIES: Readonly<Record<Action, Read>> = {
  'prune-sessions': (name, form) => ({
    olderThanDays: number(form.get(name('olderThanDays'))),
    ...optional('sources', list(form, name('sources'))),
    ...optional('cronJobs', list(form, name('cronJobs'))),
    ...optional('keepNewest', number(form.get(name('keepNewest')))),
    ...optional('minMessages', number(form.get(name('minMessages')))),
    includeShelved: form.get(name('includeShelved')) === 'on',
  }),
  'prune-files': (name, form) => ({
    olderThanDays: number(form.get(name('olderThanDays'))),
    kinds: form.getAll(name('kinds')),
    ...optional('sources', list(form, name('sources'))),
  }),
  'orphan-files': (name, form) => ({ olderThanDays: number(form.get(name('olderThanDays'))) }),
  'close-leaked': (name, form) => ({ olderThanDays: number(form.get(name('olderThanDays'))) }),
  checkpoints: (name, form) => ({
    olderThanDays: number(form.get(name('olderThanDays'))),
    states: form.getAll(name('states')),
    temporaryPacks: form.get(name('temporaryPacks')) === 'on',
  }),
  'gateway-entries': (name, form) => ({
    olderThanDays: number(form.get(name('olderThanDays'))),
    states: form.getAll(name('states')),
  }),
  'cron-output': (name, form) => ({
    olderThanDays: number(form.get(name('olderThanDays'))),
    keepNewest: number(form.get(name('keepNewest'))),
    deadJobs: form.get(name('deadJobs')) === 'on',
  }),
  'compact-database': () => ({}),
}

/** Null for an empty field. */
function number(value: FormDataEntryValue | null): number | FormDataEntryValue | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : value
}

function list(form: FormData, name: string): readonly FormDataEntryValue[] | null {
  const values = form.getAll(name)
  return values.length === 0 ? null : values
}

const optional = (key: string, value: unknown): Json => (value === null ? {} : { [key]: value })
