/** The findings a page is about, as far as there is an action for them. */
import type { Finding } from '../overview/overview.ts'

export const pickFindings = (
  findings: readonly Finding[],
  ...codes: readonly Finding['code'][]
): readonly Finding[] => findings.filter(({ code, action }) => action !== null && codes.includes(code))
