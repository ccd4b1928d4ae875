/** What a person can do on the board. They arrive as props: components know no server. */
type ActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: { readonly message: string } }

export type WatchActions = {
  readonly acknowledge: (input: { home: string; incident: string; note: string }) => Promise<ActionResult>
  readonly pauseReads: (input: { home: string; paused: boolean }) => Promise<ActionResult>
  /** Through Hermes' own API server. */
  readonly pauseJob: (input: { home: string; incident: string; job: string }) => Promise<ActionResult>
  readonly stopAgentRun: (input: { home: string; incident: string; run: string }) => Promise<ActionResult>
  /** A plain form: home and finding; opens the prepared plan. */
  readonly startFinding: (form: FormData) => Promise<void>
}
