/**
 * What can be asked about a home, and how it is answered. One line a question: pages and the HTTP interface ask
 * through the collector, its worker answers from the observer that already has the picture.
 */
import type { HomeObserver, Observation } from './home-observer.ts'

export type Questions = {
  readonly look: { readonly input: null; readonly answer: Observation }
  /** Every file again, whatever the signatures say. */
  readonly 'count-again': { readonly input: null; readonly answer: Observation }
}

export type QuestionKind = keyof Questions

type Answers = {
  readonly [Kind in QuestionKind]: (
    home: HomeObserver,
    input: Questions[Kind]['input'],
  ) => Promise<Questions[Kind]['answer']> | Questions[Kind]['answer']
}

export const ANSWERS: Answers = {
  look: (home) => home.look(),
  'count-again': async (home) => {
    await home.countAgain()
    return home.look()
  },
}
