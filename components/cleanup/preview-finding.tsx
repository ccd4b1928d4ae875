import { BUTTON } from '@/components/ui/button-styles'

type Props = {
  homeId: string
  code: string
  title: string
  startFinding: (form: FormData) => Promise<void>
}

/** Opens the prepared plan of a finding. A plain form: it works without any script, and moves nothing. */
export function PreviewFinding({ homeId, code, title, startFinding }: Props) {
  return (
    <form action={startFinding}>
      <input type="hidden" name="home" value={homeId} />
      <input type="hidden" name="code" value={code} />
      <button type="submit" aria-label={`Preview: ${title}`} className={`${BUTTON} w-full`}>
        Preview
      </button>
    </form>
  )
}
