/** What is safe to do about an incident, what is not, and the supported way to stop its cause. */

export type Advice = {
  readonly safe: readonly SafeStep[]
  readonly notNow: readonly string[]
}

export type SafeStep =
  | { readonly kind: 'open'; readonly label: string; readonly href: string }
  /** Prepares a plan. Nothing changes before it is approved. */
  | { readonly kind: 'plan'; readonly label: string; readonly finding: string }
  /** For the operator's shell. Never deletes anything. */
  | { readonly kind: 'command'; readonly command: string; readonly words: string }
  /** Through Hermes' API server, if configured. */
  | { readonly kind: 'pause-job'; readonly jobId: string; readonly label: string }
  | { readonly kind: 'stop-agent-run'; readonly runId: string; readonly label: string }
  | { readonly kind: 'words'; readonly words: string }
