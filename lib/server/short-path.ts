/** For showing only; dialogs that destroy name the whole path. */
import { homedir } from 'node:os'
import { shortPathIn } from '../shared/short-path.ts'

export const shortPath = (path: string): string => shortPathIn(homedir(), path)
