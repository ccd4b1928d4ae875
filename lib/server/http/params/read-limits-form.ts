/**
 * Converts the form of the limits page to limits. Fields only become numbers here; the schema validates them.
 */
import { HOME_FIELDS, type LimitField, SESSION_FIELDS } from '../../../domain/watch/limits/limit-fields.ts'

const MOST_OVERRIDES = 500

export function readLimitsForm(form: FormData): unknown {
  return {
    session: numbersOf(form, 'session', SESSION_FIELDS),
    overrides: readOverrides(form),
    ...numbersOf(form, 'home', HOME_FIELDS),
  }
}

/** Fields are `override.<no>.key` and `override.<no>.<limit>`. A row without a number overrides nothing. */
function readOverrides(form: FormData): Record<string, Record<string, number | null>> {
  const overrides: Record<string, Record<string, number | null>> = {}
  for (let no = 0; no < MOST_OVERRIDES && form.has(`override.${no}.key`); no += 1) {
    const given = SESSION_FIELDS.flatMap((field): [string, number | null][] => {
      const value = numberOf(form, `override.${no}`, field)
      if (value === null) return []
      // An empty field inherits the general limit, so only zero can mean no budget.
      return [[field.name, value === 0 && field.isOptional ? null : value]]
    })
    const key = form.get(`override.${no}.key`)
    if (given.length > 0 && typeof key === 'string') overrides[key] = Object.fromEntries(given)
  }
  return overrides
}

const numbersOf = (form: FormData, group: string, fields: readonly LimitField<string>[]) =>
  Object.fromEntries(fields.map((field) => [field.name, numberOf(form, group, field)]))

/** Null for an empty field. Text that is not a number becomes NaN and is refused. */
function numberOf(form: FormData, group: string, { name, scale }: LimitField<string>): number | null {
  const typed = form.get(`${group}.${name}`)
  if (typeof typed !== 'string' || typed.trim() === '') return null
  const number = Number(typed)
  return scale === 1 ? number : Math.round(number * scale)
}
