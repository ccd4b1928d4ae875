import { BUTTON_PRIMARY } from '@/components/ui/button-styles'
import { ACKNOWLEDGE_NOTE } from '@/components/watch/words'
import type { Incident } from '@/lib/domain/watch/incidents/incident'

type Props = { incident: Incident; homeId: string; acknowledge: (form: FormData) => Promise<void> }

const MAX_NOTE_LENGTH = 500

/**
 * A plain form that works without JavaScript. A later note replaces an earlier one, and the timeline keeps
 * both.
 */
export function AcknowledgeForm({ incident, homeId, acknowledge }: Props) {
  return (
    <form action={acknowledge} className="grid gap-2 px-4 pb-4">
      <input type="hidden" name="incident" value={incident.id} />
      <input type="hidden" name="home" value={homeId} />
      <label className="grid gap-1">
        <span className="text-support text-text-2">{ACKNOWLEDGE_NOTE}</span>
        <textarea
          name="note"
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          className="w-full rounded-control border border-line-strong bg-inset px-2 py-1.5 text-text md:max-w-160"
        />
      </label>
      <div>
        <button type="submit" className={BUTTON_PRIMARY}>
          {incident.acknowledged === null ? 'Acknowledge' : 'Write another note'}
        </button>
      </div>
    </form>
  )
}
