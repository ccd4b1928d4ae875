import { expect, it } from 'vitest'
import { exportedNames, findDuplicates } from './duplicate-exports.ts'

it('a name that two files declare is found, with both files', () => {
  const sources = [
    { path: 'b.ts', text: 'export const stop = () => 1\nexport type Count = number' },
    { path: 'a.ts', text: 'export function stop() {}\nconst hidden = 1' },
    { path: 'c.ts', text: 'const hidden = 2\nexport const other = hidden' },
  ]
  expect(findDuplicates(sources)).toEqual([{ name: 'stop', paths: ['a.ts', 'b.ts'] }])
})

it('a re-export is not a second declaration', () => {
  const sources = [
    { path: 'a.ts', text: 'export type Era = string' },
    { path: 'b.ts', text: "export type { Era } from './a.ts'\nexport * from './a.ts'" },
  ]
  expect(findDuplicates(sources)).toEqual([])
})

it('every form of declaration counts, a default export and a local name do not', () => {
  const text = `
    export const { a, b: [c] } = x, d = 1
    export function e() {}
    export async function* f() {}
    export class G {}
    export interface H {}
    export type I = 1
    export enum J {}
    const k = 1
    export { k as l }
    export default function m() {}
  `
  expect([...exportedNames('x.tsx', text)]).toEqual(['a', 'c', 'd', 'e', 'f', 'G', 'H', 'I', 'J', 'l'])
})

it('a type and a value of one name in one file are one name', () => {
  expect([...exportedNames('x.ts', 'export type A = 1\nexport const A = 1')]).toEqual(['A'])
})
