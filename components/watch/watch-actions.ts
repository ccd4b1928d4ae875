/** What users can do on the Watch board. Passed as props, because components cannot import the server. */
type ActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: { readonly message: string } }

export type WatchActions = {
  readonly acknowledge: (input: { home: string; incident: string; note: string }) => Promise<ActionResult>
  readonly pauseReads: (input: { home: string; paused: boolean }) => Promise<ActionResult>
  /** Through Hermes' API server. */
  readonly pauseJob: (input: { home: string; incident: string; job: string }) => Promise<ActionResult>
  readonly stopAgentRun: (input: { home: string; incident: string; run: string }) => Promise<ActionResult>
  /** A plain form with home and finding. It opens the prepared plan. */
  readonly startFinding: (form: FormData) => Promise<void>
}
