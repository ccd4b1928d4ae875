/** An answer that costs a walk over all sessions is made once for each picture of a home and shared by all who ask. */
import type { AssessedHome } from '../../domain/home/assessed-home.ts'

export function memoizePerSnapshot<T>(): (picture: AssessedHome, answer: () => T) => T {
  const answers = new WeakMap<AssessedHome, { readonly value: T }>()
  return (picture, answer) => {
    const known = answers.get(picture) ?? { value: answer() }
    answers.set(picture, known)
    return known.value
  }
}
