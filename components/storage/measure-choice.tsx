import { Segmented } from '@/components/ui/segmented'
import { type StorageViewState, storageHref } from './view-state'

/** Disk blocks are what deleting frees; apparent is the length of the files. */
export function MeasureChoice({ view }: { view: StorageViewState }) {
  return (
    <Segmented
      label="Which bytes"
      options={[
        {
          label: 'On disk',
          href: storageHref(view, { measure: 'bytes' }),
          current: view.measure === 'bytes',
        },
        {
          label: 'Apparent',
          href: storageHref(view, { measure: 'apparentBytes' }),
          current: view.measure === 'apparentBytes',
        },
      ]}
    />
  )
}
