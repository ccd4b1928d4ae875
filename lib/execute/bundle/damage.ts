/** A bundle that is not what was written: thrown while it streams by, and a fault at the door. */
export class Damage extends Error {
  override readonly name = 'Damage'
}
