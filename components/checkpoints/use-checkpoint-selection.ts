'use client'

import { useSyncExternalStore } from 'react'
import {
  type CheckpointSelection,
  emptySelection,
  onSelectionChange,
  readSelection,
} from './checkpoint-selection'

export const useCheckpointSelection = (homeId: string): CheckpointSelection =>
  useSyncExternalStore(onSelectionChange, () => readSelection(homeId), emptySelection)
