import { startAction } from '../guard/undecodable-body.ts'

/**
 * The form sent to an action. Anything else counts as an empty form, because an action can be posted by hand.
 */
export function formOf(sent: unknown): FormData {
  // The first thing that the action of a form does.
  startAction()
  return sent instanceof FormData ? sent : new FormData()
}
