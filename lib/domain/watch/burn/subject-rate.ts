/** Burn rate of a job, a session or the home over the last minute. */
import { MINUTE_MS } from '../../../shared/time.ts'
import { tokenWeight } from '../../tokens/token-sums.ts'
import type { LightSample } from '../light-sample.ts'

export type RateSubject =
  | { readonly kind: 'home' }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'job'; readonly id: string }

/** Total tokens per minute. Null without samples. */
export function rateOf(samples: readonly LightSample[], subject: RateSubject, nowMs: number): number | null {
  let [tokens, watchedMs] = [0, 0]
  for (const sample of samples) {
    if (sample.sinceMs === null || sample.atMs <= nowMs - MINUTE_MS || sample.atMs > nowMs) continue
    watchedMs += sample.sinceMs
    tokens += burntBy(sample, subject)
  }
  return watchedMs === 0 ? null : (tokens * MINUTE_MS) / watchedMs
}

function burntBy({ burnt, moved }: LightSample, subject: RateSubject): number {
  if (subject.kind === 'home') return tokenWeight(burnt)
  return moved
    .filter(({ id, cronJobId }) => (subject.kind === 'job' ? cronJobId : id) === subject.id)
    .reduce((sum, { tokens }) => sum + tokenWeight(tokens), 0)
}
