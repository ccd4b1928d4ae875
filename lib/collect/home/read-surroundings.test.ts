import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { tempHome } from '../../testing/temp-home.ts'
import { readSurroundings } from './read-surroundings.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('a replication folder next to the database is detected, and only by its exact name', () => {
  mkdirSync(join(temp.path, 'my-litestream'), { recursive: true })
  expect(readSurroundings(temp.path).replicas).toEqual([])
  mkdirSync(join(temp.path, '.state.db-litestream'))
  expect(readSurroundings(temp.path).replicas).toEqual(['.state.db-litestream'])
})

it('a folder that is not there has an unknown file system', () => {
  expect(readSurroundings(join(temp.root, 'nowhere'))).toEqual({ networkFileSystem: null, replicas: [] })
})
