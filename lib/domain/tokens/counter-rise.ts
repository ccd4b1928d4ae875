/**
 * How far a counter of Hermes rose. Hermes may overwrite a counter with a lower value and later with the
 * higher one again. Below its highest value, only a rise from the last value counts.
 */
export const counterRise = (last: number, high: number, now: number): number =>
  now >= high ? now - high : Math.max(0, now - last)
