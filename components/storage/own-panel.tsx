import type { ReactNode } from 'react'
import { CLASS_COLORS } from '@/components/charts/colors'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { type EmptyTrashAction, EmptyTrashButton } from '@/components/history/empty-trash-button'
import { LocalTime } from '@/components/ui/local-time'
import { Panel } from '@/components/ui/panel'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import type { OwnStorage, TrashReport } from '@/lib/domain/storage/own-storage'
import { bytesQuantity, formatPlural } from '@/lib/shared/numbers'
import {
  ARCHIVES_NAME,
  KEPT_UNTIL_EMPTIED,
  OWN_DATA_NAME,
  OWN_DATA_NOTE,
  OWN_NOTE,
  ownTitle,
  SOME_KEPT_UNTIL_EMPTIED,
  TRASH_NAME,
  whereOwnDataIs,
} from './words'

type Props = {
  own: OwnStorage
  home: { readonly id: string; readonly label: string; readonly shortPath: string }
  mayNot: MayNot
  emptyTrash: EmptyTrashAction
}

/** What Steward itself keeps on this disk. Nothing if that is on another one and the trash is empty. */
export function OwnPanel({ own, home, mayNot, emptyTrash }: Props) {
  const { trash, ownData } = own
  const hasTrash = trash !== null && trash.receipts > 0
  if (!hasTrash && ownData === null) return null
  return (
    <Panel title={ownTitle(own)} subtitle={OWN_NOTE}>
      <ul className="mt-2 pb-1">
        {hasTrash && (
          <Row name={TRASH_NAME} color={CLASS_COLORS.trash} bytes={trash.bytes}>
            {formatPlural(trash.receipts, 'cleanup')}. <Expiry trash={trash} />
            <div className="mt-2">
              <EmptyTrashButton home={home} trash={trash} mayNot={mayNot} emptyTrash={emptyTrash} />
            </div>
          </Row>
        )}
        {ownData !== null && ownData.archiveBytes > 0 && (
          <Row name={ARCHIVES_NAME} bytes={ownData.archiveBytes}>
            {whereOwnDataIs(ownData)}
          </Row>
        )}
        {ownData !== null && (
          <Row name={OWN_DATA_NAME} bytes={ownData.otherBytes}>
            {OWN_DATA_NOTE} {whereOwnDataIs(ownData)}
          </Row>
        )}
      </ul>
    </Panel>
  )
}

function Expiry({ trash: { nextExpiryAt, lastExpiryAt } }: { trash: TrashReport }) {
  if (nextExpiryAt === null) return KEPT_UNTIL_EMPTIED
  // Shown to the minute.
  if (nextExpiryAt.slice(0, 16) === lastExpiryAt?.slice(0, 16))
    return (
      <>
        Expires <LocalTime iso={nextExpiryAt} show="day-time" />.
      </>
    )
  return (
    <>
      Next expires <LocalTime iso={nextExpiryAt} show="day-time" />
      {lastExpiryAt === null ? (
        SOME_KEPT_UNTIL_EMPTIED
      ) : (
        <>
          , all by <LocalTime iso={lastExpiryAt} show="day-time" />.
        </>
      )}
    </>
  )
}

type RowProps = { name: string; color?: string; bytes: number; children: ReactNode }

function Row({ name, color, bytes, children }: RowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-3 py-2 md:px-4">
      <div className="min-w-0">
        <b className="flex items-center gap-2 font-medium">
          {color !== undefined && <Swatch color={color} />}
          {name}
        </b>
        <div className="text-support text-pretty text-text-2">{children}</div>
      </div>
      <span className="text-right">
        <QuantityText {...bytesQuantity(bytes)} />
      </span>
    </li>
  )
}
