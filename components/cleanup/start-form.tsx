import { BUTTON_LARGE_PRIMARY } from '@/components/ui/button-styles'
import { type Action, DISPOSITIONS } from '@/lib/domain/plan/action'
import type { DefaultPolicies } from '@/lib/domain/plan/default-policies'
import { DISPOSITION_WORDS } from '@/lib/domain/plan/words'
import { ActionFields, ManyField, NumberField, TickField } from './start-fields'
import { ALL_OF_DEAD_JOBS, ONLY_SOME_JOBS, OWN_CHOICE_NOTE, PREPARE_NOTE, WRITTEN_DAYS_AGO } from './words'

type Option = { readonly value: string; readonly label: string }

type Props = {
  homeId: string
  policies: DefaultPolicies
  ticked: readonly Action[]
  disposition: (typeof DISPOSITIONS)[number]
  sources: readonly Option[]
  cronJobs: readonly Option[]
  startCleanup: (form: FormData) => Promise<void>
}

/** Selects actions and ages. Several actions make one plan. A plain form that works without scripts. */
export function StartForm({ homeId, policies, ticked, disposition, sources, cronJobs, startCleanup }: Props) {
  const is = (action: Action) => ticked.includes(action)
  const sessions = policies['prune-sessions']
  const files = policies['prune-files']
  const { checkpoints } = policies
  const routes = policies['gateway-entries']
  const outputs = policies['cron-output']
  return (
    <form action={startCleanup} id="own" className="rounded-card border border-line bg-surface">
      <input type="hidden" name="home" value={homeId} />
      <header className="px-4 pt-3.5 pb-3">
        <h2 className="text-card font-strong">Choose for yourself</h2>
        <p className="mt-0.5 text-support text-text-3">{OWN_CHOICE_NOTE}</p>
      </header>
      <ActionFields action="prune-sessions" isTicked={is('prune-sessions')}>
        <Age action="prune-sessions" value={sessions.olderThanDays} words="idle" />
        <NumberField
          name="prune-sessions.keepNewest"
          before="keep the newest"
          after="of each"
          value={sessions.keepNewest}
          isOptional
        />
        <NumberField
          name="prune-sessions.minMessages"
          before="with"
          after="messages or more"
          value={sessions.minMessages}
          isOptional
        />
        <TickField
          name="prune-sessions.includeShelved"
          label="shelved ones too"
          isTicked={sessions.includeShelved}
        />
        <ManyField
          name="prune-sessions.sources"
          title="Only some sources"
          options={sources}
          chosen={sessions.sources}
        />
        <ManyField
          name="prune-sessions.cronJobs"
          title={ONLY_SOME_JOBS}
          options={cronJobs}
          chosen={sessions.cronJobs}
        />
      </ActionFields>
      <ActionFields action="prune-files" isTicked={is('prune-files')}>
        <Age action="prune-files" value={files.olderThanDays} words="written" />
        <TickField
          name="prune-files.kinds"
          value="transcript"
          label="transcripts"
          isTicked={files.kinds.includes('transcript')}
        />
        <TickField
          name="prune-files.kinds"
          value="request-dump"
          label="request dumps"
          isTicked={files.kinds.includes('request-dump')}
        />
        <ManyField
          name="prune-files.sources"
          title="Only some sources"
          options={sources}
          chosen={files.sources}
        />
      </ActionFields>
      <ActionFields action="orphan-files" isTicked={is('orphan-files')}>
        <Age action="orphan-files" value={policies['orphan-files'].olderThanDays} words="written" />
      </ActionFields>
      <ActionFields action="checkpoints" isTicked={is('checkpoints')}>
        <Age action="checkpoints" value={checkpoints.olderThanDays} words="untouched" />
        <TickField
          name="checkpoints.states"
          value="orphan"
          label="folder is gone"
          isTicked={checkpoints.states.includes('orphan')}
        />
        <TickField
          name="checkpoints.states"
          value="stale"
          label="folder still exists"
          isTicked={checkpoints.states.includes('stale')}
        />
        <TickField
          name="checkpoints.temporaryPacks"
          label="half-written packs"
          isTicked={checkpoints.temporaryPacks}
        />
      </ActionFields>
      <ActionFields action="cron-output" isTicked={is('cron-output')}>
        <NumberField
          name="cron-output.keepNewest"
          before="keep the newest"
          after="of each job"
          value={outputs.keepNewest}
        />
        <Age action="cron-output" value={outputs.olderThanDays} words="written" />
        <TickField name="cron-output.deadJobs" label={ALL_OF_DEAD_JOBS} isTicked={outputs.deadJobs} />
      </ActionFields>
      <ActionFields action="close-leaked" isTicked={is('close-leaked')}>
        <Age action="close-leaked" value={policies['close-leaked'].olderThanDays} words="silent" />
      </ActionFields>
      <ActionFields action="gateway-entries" isTicked={is('gateway-entries')}>
        <Age action="gateway-entries" value={routes.olderThanDays} words="unused" />
        <TickField
          name="gateway-entries.states"
          value="expired"
          label="expired"
          isTicked={routes.states.includes('expired')}
        />
        <TickField
          name="gateway-entries.states"
          value="dangling"
          label="without a session"
          isTicked={routes.states.includes('dangling')}
        />
      </ActionFields>
      <ActionFields action="compact-database" isTicked={is('compact-database')} />
      <fieldset className="border-t border-line px-4 py-3">
        <legend className="float-left mb-2 w-full font-strong">Where they go</legend>
        <div className="clear-both grid gap-2 lg:grid-cols-3">
          {DISPOSITIONS.map((each) => (
            <label
              key={each}
              className={`grid cursor-pointer grid-cols-[1rem_minmax(0,1fr)] gap-2.5 rounded-control border border-line px-3 py-2.5 hover:border-line-strong ${each === 'delete' ? 'has-checked:border-danger-line has-checked:bg-danger-weak' : 'has-checked:border-accent has-checked:bg-accent-weak'}`}
            >
              <input
                type="radio"
                name="disposition"
                value={each}
                defaultChecked={each === disposition}
                className={`mt-1 ${each === 'delete' ? 'accent-danger' : 'accent-accent'}`}
              />
              <span>
                <b className="font-strong">{DISPOSITION_WORDS[each].name}</b>
                <span className="block text-support text-pretty text-text-2">
                  {DISPOSITION_WORDS[each].detail}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
        <p className="text-support text-text-2">{PREPARE_NOTE}</p>
        <button type="submit" className={BUTTON_LARGE_PRIMARY}>
          Prepare the preview
        </button>
      </footer>
    </form>
  )
}

type AgeWords = 'idle' | 'silent' | 'unused' | 'untouched' | 'written'

const Age = ({ action, value, words }: { action: Action; value: number; words: AgeWords }) => (
  <NumberField
    name={`${action}.olderThanDays`}
    before={words === 'written' ? 'written' : `${words} for`}
    after={words === 'written' ? WRITTEN_DAYS_AGO : 'days or more'}
    value={value}
  />
)
