/** The supported ways to stop, pause or restart, by Hermes version. None deletes anything. */
import { cronJobOf } from '../../cron/cron.ts'
import type { SafeStep } from './advice.ts'
import type { AdviceContext } from './advise.ts'
import { type CommandPlace, hasCommand, hermesCommand, isPlainId } from './hermes-command.ts'

export function stopSession(id: string, context: AdviceContext): SafeStep[] {
  const { session, apiServer, runId } = context
  const jobId = session?.cronJobId ?? cronJobOf(id)
  if (jobId !== null) return pauseJob(jobId, context)
  if (runId !== null && apiServer) return [{ kind: 'stop-run', runId, label: 'Stop this run' }]
  const where = session?.source ?? ''
  if (TERMINALS.has(where))
    return [
      {
        kind: 'words',
        words: 'Press Ctrl+C in its terminal. Hermes has no call to stop a session from outside.',
      },
    ]
  if (where === 'subagent')
    return [{ kind: 'words', words: 'A subagent ends with the session that started it: stop that one.' }]
  return [
    { kind: 'words', words: 'Send /stop in that chat: it ends the turn and keeps everything said.' },
    ...pauseAll(context),
  ]
}

const TERMINALS: ReadonlySet<string> = new Set(['cli', 'tui', 'oneshot'])

const NEXT_RUN_ONLY = 'This pauses the next run. Hermes has no call to stop the present one: end its process.'

function pauseJob(jobId: string, { apiServer, place, schema }: AdviceContext): SafeStep[] {
  if (!isPlainId(jobId))
    return [{ kind: 'words', words: `The job's id cannot be given to a command. ${NEXT_RUN_ONLY}` }]
  const steps: SafeStep[] = apiServer ? [{ kind: 'pause-job', jobId, label: 'Pause the job' }] : []
  if (hasCommand('cronPause', schema))
    return [
      ...steps,
      { kind: 'command', command: hermesCommand(place, `cron pause ${jobId}`), words: NEXT_RUN_ONLY },
    ]
  return [
    ...steps,
    {
      kind: 'command',
      command: hermesCommand(place, 'gateway stop'),
      words:
        'Whether this version can pause a job is not known. Without the gateway no job starts, and nobody is answered.',
    },
  ]
}

/** For problems without a single job or chat as their cause. */
export const pauseAll = ({ place, schema }: AdviceContext): SafeStep[] =>
  hasCommand('pause', schema)
    ? [
        {
          kind: 'command',
          command: hermesCommand(place, 'pause'),
          words: 'Holds new turns, cron and kanban; what runs goes on. hermes resume lifts it.',
        },
      ]
    : stopGatewayCommand(
        place,
        'Ends the gateway, with the turns it works on and every cron job. Nothing stored is lost.',
      )

const stopGatewayCommand = (place: CommandPlace, words: string): SafeStep[] => [
  { kind: 'command', command: hermesCommand(place, 'gateway stop'), words },
]

export const stopGateway = ({ place, gatewayRunning }: AdviceContext): SafeStep[] =>
  gatewayRunning === false
    ? []
    : stopGatewayCommand(place, 'Before anything else writes. Nothing is deleted by it.')

export const restart = ({ place, gatewayRunning }: AdviceContext): SafeStep[] =>
  gatewayRunning === false
    ? []
    : [
        {
          kind: 'command',
          command: hermesCommand(place, 'gateway restart'),
          words:
            'When its turns are done. Messages since the last row may be lost with it: copy out first what you need from the chats.',
        },
      ]

export const repair = ({ place, schema }: AdviceContext): SafeStep[] =>
  hasCommand('repair', schema)
    ? [
        {
          kind: 'command',
          command: hermesCommand(place, 'sessions repair'),
          words:
            'With every Hermes process stopped. It keeps a copy of the damaged file, which needs as much room.',
        },
      ]
    : [
        {
          kind: 'words',
          words:
            'This version is not known to have a repair command. A copy may lie under state-snapshots or backups; put it back only with every Hermes process stopped.',
        },
      ]
