/** What a person can do on the board. They arrive as props: components know no server. */
type Done = { readonly ok: true } | { readonly ok: false; readonly fault: { readonly message: string } }

export type WatchActions = {
  readonly acknowledge: (input: { home: string; incident: string; note: string }) => Promise<Done>
  readonly pauseReads: (input: { home: string; paused: boolean }) => Promise<Done>
  /** Through Hermes' own API server. */
  readonly pauseJob: (input: { home: string; incident: string; job: string }) => Promise<Done>
  readonly stopRun: (input: { home: string; incident: string; run: string }) => Promise<Done>
  /** A plain form: home and finding; opens the prepared plan. */
  readonly startFinding: (form: FormData) => Promise<void>
}
