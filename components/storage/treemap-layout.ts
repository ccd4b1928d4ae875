/**
 * Positions of the treemap's tiles in percent. Classes are placed first and their parts inside, so that a
 * class stays in one piece. A row is closed when another tile would make its tiles less square.
 */
import type { TreemapClass, TreemapPart } from '@/lib/domain/storage/treemap'

export type TreemapTile = {
  readonly class: TreemapClass
  readonly part: TreemapPart
  /** Its rank among the parts of its class, largest first. */
  readonly rank: number
  readonly box: Box
}

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

export type TreemapLayout = {
  readonly tiles: readonly TreemapTile[]
  /** Too small to draw. The table has them. */
  readonly undrawn: { readonly parts: number; readonly bytes: number }
}

/** A smaller share is less than eight by eight pixels on a desktop. */
const MIN_SHARE = 0.0006

/** `aspect` is width divided by height. The drawing may be stretched a little. */
export function layoutTreemap(classes: readonly TreemapClass[], aspect: number): TreemapLayout {
  const total = classes.reduce((sum, { bytes }) => sum + bytes, 0)
  const isDrawn = ({ bytes }: TreemapPart) => bytes >= total * MIN_SHARE
  const drawn = classes
    .map((one) => ({ one, parts: one.parts.filter(isDrawn) }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ one, parts }) => ({ one, parts, bytes: sumBytes(parts) }))
  const small = classes.flatMap(({ parts }) => parts.filter((part) => !isDrawn(part)))
  const whole: Box = { left: 0, top: 0, width: aspect, height: 1 }
  const tiles = squarify(drawn, whole).flatMap(({ item, box }) =>
    squarify(item.parts, box).map(
      ({ item: part, box: inner }, rank): TreemapTile => ({
        class: item.one,
        part,
        rank,
        box: toPercent(inner, aspect),
      }),
    ),
  )
  return { tiles, undrawn: { parts: small.length, bytes: sumBytes(small) } }
}

type Sized = { readonly bytes: number }
type Placed<T> = { readonly item: T; readonly box: Box }

/** Sorted by size, largest first. */
function squarify<T extends Sized>(items: readonly T[], box: Box): Placed<T>[] {
  const placed: Placed<T>[] = []
  let waiting = [...items].sort((a, b) => b.bytes - a.bytes)
  let room = box
  while (waiting.length > 0) {
    const scale = (room.width * room.height) / sumBytes(waiting)
    const row = nextRow(waiting, Math.min(room.width, room.height), scale)
    waiting = waiting.slice(row.length)
    const inserted = insertRow(row, room, scale)
    placed.push(...inserted.placed)
    room = inserted.left
  }
  return placed
}

/** Takes tiles as long as they make the worst one of the row squarer. */
function nextRow<T extends Sized>(waiting: readonly T[], side: number, scale: number): T[] {
  const row: T[] = []
  let worst = Number.POSITIVE_INFINITY
  for (const item of waiting) {
    const longer = [...row, item]
    const next = worstRatio(longer, side, scale)
    if (next > worst) break
    worst = next
    row.push(item)
  }
  return row
}

function worstRatio(row: readonly Sized[], side: number, scale: number): number {
  const thickness = (sumBytes(row) * scale) / side
  return Math.max(
    ...row.map(({ bytes }) => {
      const length = (bytes * scale) / thickness
      return Math.max(length / thickness, thickness / length)
    }),
  )
}

function insertRow<T extends Sized>(
  row: readonly T[],
  room: Box,
  scale: number,
): { readonly placed: Placed<T>[]; readonly left: Box } {
  const isColumn = room.width >= room.height
  const side = isColumn ? room.height : room.width
  const thickness = (sumBytes(row) * scale) / side
  let offset = 0
  const placed = row.map((item) => {
    const length = (item.bytes * scale) / thickness
    const box = isColumn
      ? { left: room.left, top: room.top + offset, width: thickness, height: length }
      : { left: room.left + offset, top: room.top, width: length, height: thickness }
    offset += length
    return { item, box }
  })
  const left = isColumn
    ? { ...room, left: room.left + thickness, width: Math.max(0, room.width - thickness) }
    : { ...room, top: room.top + thickness, height: Math.max(0, room.height - thickness) }
  return { placed, left }
}

const toPercent = ({ left, top, width, height }: Box, aspect: number): Box => ({
  left: (left / aspect) * 100,
  top: top * 100,
  width: (width / aspect) * 100,
  height: height * 100,
})

const sumBytes = (items: readonly Sized[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0)
