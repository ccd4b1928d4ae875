/** Paths that don't change when a test moves to another folder. */
import { resolve } from 'node:path'

export const PROJECT_ROOT = resolve(import.meta.dirname, '../..')

/** Homes written by Hermes' own code, beside the project where they are available. Tests pass without them. */
export const FIXTURES = resolve(PROJECT_ROOT, '../shared/fixtures')
