/** For display only. Dialogs that delete show the full path. */
import { homedir } from 'node:os'
import { shortPathIn } from '../shared/short-path.ts'

export const shortPath = (path: string): string => shortPathIn(homedir(), path)
