'use client'

/** The drawing library is large and nothing on the page waits for it: it comes after the first paint. */
import dynamic from 'next/dynamic'
import type { DiskChartProps } from './disk-chart'
import { AGE_HEIGHT, DISK_HEIGHT, TOKEN_HEIGHT } from './heights'
import type { SessionAgeChartProps } from './session-age-chart'
import type { TokenDaysChartProps } from './token-days-chart'

export const LazySessionAgeChart = dynamic<SessionAgeChartProps>(
  () => import('./session-age-chart').then((module) => module.SessionAgeChart),
  { ssr: false, loading: () => <div style={{ height: AGE_HEIGHT }} /> },
)

export const LazyDiskChart = dynamic<DiskChartProps>(
  () => import('./disk-chart').then((module) => module.DiskChart),
  { ssr: false, loading: () => <div style={{ height: DISK_HEIGHT }} /> },
)

export const LazyTokenDaysChart = dynamic<TokenDaysChartProps>(
  () => import('./token-days-chart').then((module) => module.TokenDaysChart),
  { ssr: false, loading: () => <div style={{ height: TOKEN_HEIGHT }} /> },
)
