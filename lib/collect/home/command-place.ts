/** How the operator's shell names a home in a `hermes` command. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'
import type { CommandPlace } from '../../domain/watch/incidents/hermes-command.ts'

export const commandPlace = ({ path, profile, root }: HomeRef): CommandPlace => ({
  path,
  profile,
  isDefaultRoot: root === join(homedir(), '.hermes'),
})
