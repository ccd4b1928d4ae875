/**
 * Called right before each step that changes the home, so that the service can write its journal first. If it
 * throws, the step does not happen and the error propagates.
 */
export type ExecuteStep =
  | 'move-to-trash'
  | 'move-back'
  | 'set-aside'
  | 'remove'
  | 'write-bundle'
  | 'publish-bundle'
  | 'keep-objects'
  | 'delete-ref'
  | 'create-ref'
  | 'import-objects'
  | 'collect-garbage'
  | 'replace-routes'

export type OnStep = (step: ExecuteStep, path: string) => void
