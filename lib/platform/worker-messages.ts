/** The envelopes between a `WorkerClient` and its worker. */

export type ToWorker<Request> =
  | { readonly id: number; readonly request: Request }
  /** Nothing is waiting: the worker may end. */
  | { readonly dismiss: true }

export type FromWorker<Push> =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'push'; readonly push: Push }
  /** A line of the worker's log, formatted. */
  | { readonly kind: 'log'; readonly line: string }
  /** Nothing runs and nothing is queued. */
  | { readonly kind: 'idle' }
