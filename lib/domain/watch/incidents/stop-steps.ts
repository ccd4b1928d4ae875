/** The supported ways to stop, pause or restart, by Hermes version. None deletes anything. */
import { cronJobOf } from '../../cron/cron.ts'
import type { SafeStep } from './advice.ts'
import type { AdviceContext } from './advise.ts'
import { type CommandPlace, hasCommand, hermesCommand, isPlainId } from './hermes-command.ts'
import { ADVICE_HINTS, ADVICE_LABELS, COMMAND_WORDS } from './words.ts'

export function stopSession(id: string, context: AdviceContext): SafeStep[] {
  const { session, apiServer, runId } = context
  const jobId = session?.cronJobId ?? cronJobOf(id)
  if (jobId !== null) return pauseJob(jobId, context)
  if (runId !== null && apiServer)
    return [{ kind: 'stop-agent-run', runId, label: ADVICE_LABELS.stopAgentRun }]
  const where = session?.source ?? ''
  if (TERMINALS.has(where)) return [{ kind: 'words', words: ADVICE_HINTS.terminal }]
  if (where === 'subagent') return [{ kind: 'words', words: ADVICE_HINTS.subagent }]
  return [{ kind: 'words', words: ADVICE_HINTS.chat }, ...pauseAll(context)]
}

const TERMINALS: ReadonlySet<string> = new Set(['cli', 'tui', 'oneshot'])

function pauseJob(jobId: string, { apiServer, place, schema }: AdviceContext): SafeStep[] {
  if (!isPlainId(jobId)) return [{ kind: 'words', words: COMMAND_WORDS.badJobId }]
  const steps: SafeStep[] = apiServer ? [{ kind: 'pause-job', jobId, label: ADVICE_LABELS.pauseJob }] : []
  if (hasCommand('cronPause', schema))
    return [
      ...steps,
      {
        kind: 'command',
        command: hermesCommand(place, `cron pause ${jobId}`),
        words: COMMAND_WORDS.pauseJob,
      },
    ]
  return [
    ...steps,
    {
      kind: 'command',
      command: hermesCommand(place, 'gateway stop'),
      words: COMMAND_WORDS.stopInsteadOfPause,
    },
  ]
}

/** For problems without a single job or chat as their cause. */
export function pauseAll({ place, schema, isPaused }: AdviceContext): SafeStep[] {
  if (isPaused) return stopGatewayCommand(place, COMMAND_WORDS.stopDespitePause)
  return hasCommand('pause', schema)
    ? [{ kind: 'command', command: hermesCommand(place, 'pause'), words: COMMAND_WORDS.pauseAll }]
    : stopGatewayCommand(place, COMMAND_WORDS.stopAll)
}

const stopGatewayCommand = (place: CommandPlace, words: string): SafeStep[] => [
  { kind: 'command', command: hermesCommand(place, 'gateway stop'), words },
]

export const stopGateway = ({ place, gatewayRunning }: AdviceContext): SafeStep[] =>
  gatewayRunning === false ? [] : stopGatewayCommand(place, COMMAND_WORDS.stopFirst)

export const restart = ({ place, gatewayRunning }: AdviceContext): SafeStep[] =>
  gatewayRunning === false
    ? []
    : [
        {
          kind: 'command',
          command: hermesCommand(place, 'gateway restart'),
          words: COMMAND_WORDS.restart,
        },
      ]

export const repair = ({ place, schema }: AdviceContext): SafeStep[] =>
  hasCommand('repair', schema)
    ? [
        {
          kind: 'command',
          command: hermesCommand(place, 'sessions repair'),
          words: COMMAND_WORDS.repair,
        },
      ]
    : [{ kind: 'words', words: ADVICE_HINTS.noRepair }]
