'use client'

/**
 * The chart library is large and nothing else needs it: it loads after the first paint, and each chart
 * renders when it scrolls into view.
 */
import dynamic from 'next/dynamic'
import type { DiskChartProps } from './disk-chart'
import { DISK_HEIGHT, TOKEN_HEIGHT } from './heights'
import { RenderWhenVisible } from './render-when-visible'
import type { TokenDaysChartProps } from './token-days-chart'

const loadDisk = () => import('./disk-chart').then((module) => module.DiskChart)
const loadTokens = () => import('./token-days-chart').then((module) => module.TokenDaysChart)

const DiskChart = dynamic<DiskChartProps>(loadDisk, { ssr: false })
const TokenDaysChart = dynamic<TokenDaysChartProps>(loadTokens, { ssr: false })

export const LazyDiskChart = (props: DiskChartProps) => (
  <RenderWhenVisible height={DISK_HEIGHT} load={loadDisk}>
    <DiskChart {...props} />
  </RenderWhenVisible>
)

export const LazyTokenDaysChart = (props: TokenDaysChartProps) => (
  <RenderWhenVisible height={TOKEN_HEIGHT} load={loadTokens}>
    <TokenDaysChart {...props} />
  </RenderWhenVisible>
)
