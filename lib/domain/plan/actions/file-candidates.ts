/** A file as a candidate of a plan, as it was listed or as its fingerprint was read. */
import type { OwnedFile } from '../../home/assessed-home.ts'
import { type DraftInput, fileKey } from '../item-draft.ts'
import type { FileSeen } from '../plan-facts.ts'
import { pathOf } from './session-candidates.ts'

export const fileCandidate = (file: OwnedFile): DraftInput => ({
  key: fileKey(pathOf(file)),
  kind: 'file',
  label: file.name,
  bytes: file.bytes,
  apparentBytes: file.apparentBytes,
  rowBytes: 0,
  lastActiveMs: file.modifiedMs,
})

export const seenFileCandidate = ({ fingerprint, modifiedMs }: FileSeen, label: string): DraftInput => ({
  key: fileKey(fingerprint.path),
  kind: 'file',
  label,
  bytes: fingerprint.bytes,
  apparentBytes: fingerprint.size,
  rowBytes: 0,
  lastActiveMs: modifiedMs,
})
