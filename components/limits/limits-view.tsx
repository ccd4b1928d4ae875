import Link from 'next/link'
import { pageHref } from '@/components/shell/nav/nav-items'
import { Banner } from '@/components/ui/banner'
import { BUTTON, BUTTON_LARGE, BUTTON_LARGE_PRIMARY } from '@/components/ui/button-styles'
import { PageHead } from '@/components/ui/page-head'
import { SectionCard } from '@/components/ui/section-card'
import { HOME_FIELDS, SESSION_FIELDS } from '@/lib/domain/watch/limits/limit-fields'
import { DEFAULT_LIMITS, type WatchLimits } from '@/lib/domain/watch/limits/limits'
import { LimitInput } from './limit-input'
import { LimitOverrides } from './limit-overrides'
import type { OverrideRow } from './limits-model'
import {
  HOME_LIMITS_NOTE,
  LIMITS_NOTE,
  LIMITS_TITLES,
  LIMITS_UNREADABLE,
  LIMITS_UNREADABLE_NOTE,
  LIMITS_VIEWER,
  limitsFormMessage,
  overridesTitle,
  SESSION_LIMITS_NOTE,
} from './words'

type Props = {
  homeId: string
  stored: { readonly limits: WatchLimits; readonly state: 'default' | 'custom' | 'unreadable' }
  rows: readonly OverrideRow[]
  messageCode: string | null
  mayAct: boolean
  actions: {
    readonly saveLimits: (form: FormData) => Promise<void>
    readonly resetLimits: (form: FormData) => Promise<void>
  }
}

/** One plain form that works without JavaScript. */
export function LimitsView({ homeId, stored, rows, messageCode, mayAct, actions }: Props) {
  const { limits, state } = stored
  const message = limitsFormMessage(messageCode)
  const numbered = rows.map((row, index) => ({ ...row, index }))
  return (
    <>
      <PageHead
        title={LIMITS_TITLES[state]}
        subtitle={LIMITS_NOTE}
        tools={
          <Link href={pageHref('/watch', homeId)} className={BUTTON}>
            The board
          </Link>
        }
      />
      {message !== null && <Banner level={message.level} title={message.words} />}
      {state === 'unreadable' && (
        <Banner level="warn" title={LIMITS_UNREADABLE}>
          {LIMITS_UNREADABLE_NOTE}
        </Banner>
      )}
      {!mayAct && <Banner level="info" title={LIMITS_VIEWER} />}
      <form action={actions.saveLimits} className="grid gap-4">
        <input type="hidden" name="home" value={homeId} />
        <fieldset disabled={!mayAct} className="grid min-w-0 gap-4">
          <legend className="sr-only">Limits</legend>
          <SectionCard title="The whole home" subtitle={HOME_LIMITS_NOTE}>
            <div className={`${FIELDS} lg:grid-cols-3`}>
              {HOME_FIELDS.map((field) => (
                <LimitInput
                  key={field.name}
                  group="home"
                  field={field}
                  value={limits[field.name]}
                  defaultLimit={DEFAULT_LIMITS[field.name]}
                />
              ))}
            </div>
          </SectionCard>
          <SectionCard title="One session" subtitle={SESSION_LIMITS_NOTE}>
            <div className={`${FIELDS} lg:grid-cols-4`}>
              {SESSION_FIELDS.map((field) => (
                <LimitInput
                  key={field.name}
                  group="session"
                  field={field}
                  value={limits.session[field.name]}
                  defaultLimit={DEFAULT_LIMITS.session[field.name]}
                />
              ))}
            </div>
          </SectionCard>
          <LimitOverrides
            title={overridesTitle(rows, 'source', 'Sources')}
            rows={numbered.filter(({ kind }) => kind === 'source')}
            general={limits.session}
          />
          <LimitOverrides
            title={overridesTitle(rows, 'job', 'Cron jobs')}
            rows={numbered.filter(({ kind }) => kind === 'job')}
            general={limits.session}
          />
          {mayAct && (
            <div className="flex flex-wrap items-center gap-3">
              <button type="submit" className={BUTTON_LARGE_PRIMARY}>
                Save the limits
              </button>
              <button type="submit" formAction={actions.resetLimits} formNoValidate className={BUTTON_LARGE}>
                Back to usual
              </button>
            </div>
          )}
        </fieldset>
      </form>
    </>
  )
}

const FIELDS = 'grid gap-x-4 gap-y-3 px-4 pt-1 pb-4 md:grid-cols-2'
