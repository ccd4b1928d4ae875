/** Ends a `switch` over a closed union, so that a new member fails to compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
