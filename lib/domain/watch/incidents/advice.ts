/** What is safe to do about an incident, what is not, and the supported way to stop the thing. */

export type Advice = {
  readonly safe: readonly SafeStep[]
  readonly notNow: readonly string[]
}

export type SafeStep =
  | { readonly kind: 'open'; readonly label: string; readonly href: string }
  /** Prepares a plan; nothing moves before it is approved. */
  | { readonly kind: 'plan'; readonly label: string; readonly finding: string }
  /** To be run by the operator, in a shell. Stop is never delete. */
  | { readonly kind: 'command'; readonly command: string; readonly words: string }
  /** Through Hermes' own API server, where it is configured. */
  | { readonly kind: 'pause-job'; readonly jobId: string; readonly label: string }
  | { readonly kind: 'stop-run'; readonly runId: string; readonly label: string }
  | { readonly kind: 'words'; readonly words: string }
