'use client'

import { useSyncExternalStore } from 'react'
import { noSelection, onSelectionChange, readSelection, type Selection } from './checkpoint-selection'

export const useSelection = (homeId: string): Selection =>
  useSyncExternalStore(onSelectionChange, () => readSelection(homeId), noSelection)
