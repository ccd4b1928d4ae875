/** Picks the findings that belong to a page and have an action. */
import type { Finding } from '../overview/overview.ts'

export const pickFindings = (
  findings: readonly Finding[],
  ...codes: readonly Finding['code'][]
): readonly Finding[] => findings.filter(({ code, action }) => action !== null && codes.includes(code))
