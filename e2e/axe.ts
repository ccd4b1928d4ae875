/** Axe over the open page. Only what it complains about is told: describing all that is well takes most of its time. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Without its walk through frames, which needs a second page each time: there are none here. */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
