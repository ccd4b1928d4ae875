'use client'

import { Component, type ReactNode } from 'react'
import { CHART_FAILED } from '@/components/ui/words'

type Props = { children: ReactNode }
type State = { isBroken: boolean }

/** Contains the failure of a chart. Its table shows the same numbers. */
export class ChartBoundary extends Component<Props, State> {
  override state: State = { isBroken: false }

  static getDerivedStateFromError(): State {
    return { isBroken: true }
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return <p className="text-text-2">{CHART_FAILED}</p>
  }
}
