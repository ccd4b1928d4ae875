'use client'

import { useSyncExternalStore } from 'react'
import { noSelection, onSelectionChange, readSelection, type Selection } from './selection-store'

export const useSelection = (homeId: string): Selection =>
  useSyncExternalStore(onSelectionChange, () => readSelection(homeId), noSelection)
