/** Memoizes computations over all sessions per assessed home, shared by all requests. */
import type { AssessedHome } from '../../domain/home/assessed-home.ts'

export function memoizePerSnapshot<T>(): (assessed: AssessedHome, answer: () => T) => T {
  const answers = new WeakMap<AssessedHome, { readonly value: T }>()
  return (assessed, answer) => {
    const known = answers.get(assessed) ?? { value: answer() }
    answers.set(assessed, known)
    return known.value
  }
}
